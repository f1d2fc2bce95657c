import { useId, type ReactElement, type SubmitEvent } from 'react';
import { canKeepKey } from './keptKey.js';
import type { KeyState } from './useKey.js';

/** The field that takes an API key, and what came of the last one. */
export function KeyForm({ checking, problem, enter }: KeyState): ReactElement {
  const id = useId();
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const key = given.get('key');
    if (typeof key === 'string' && key.trim() !== '') void enter(key.trim(), given.has('keep'));
  };
  return (
    <>
      <form className="key-form" onSubmit={submit}>
        <label htmlFor={id}>API key</label>
        <input
          id={id}
          name="key"
          type="password"
          autoComplete="current-password"
          placeholder="<USER_ID>:<secret>"
          spellCheck={false}
          required
          autoFocus
          aria-invalid={problem !== null}
          aria-describedby={`${id}-problem`}
        />
        <button type="submit" disabled={checking !== null}>
          {checking === null ? 'Use key' : 'Checking…'}
        </button>
        {canKeepKey() && (
          <div className="key-keep">
            <input id={`${id}-keep`} name="keep" type="checkbox" aria-describedby={`${id}-trade`} />
            <label htmlFor={`${id}-keep`}>Keep the key in this tab</label>
            <span id={`${id}-trade`}>
              Reloading then does not ask again, until the tab is closed. Meanwhile any script of this address, and
              whoever sits down at this browser, can use the key.
            </span>
          </div>
        )}
      </form>
      <p id={`${id}-problem`} className="key-problem" role="alert">
        {problem}
      </p>
    </>
  );
}

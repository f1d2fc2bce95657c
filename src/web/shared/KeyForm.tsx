import { useId, type ReactElement, type SubmitEvent } from 'react';
import type { KeyState } from './useKey.js';

/** The field that takes an API key, and what came of the last one. */
export function KeyForm({ checking, problem, enter }: KeyState): ReactElement {
  const id = useId();
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const key = new FormData(event.currentTarget).get('key');
    if (typeof key === 'string' && key.trim() !== '') void enter(key.trim());
  };
  return (
    <>
      <form className="key" onSubmit={submit}>
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
        <button type="submit" disabled={checking}>
          {checking ? 'Checking…' : 'Use key'}
        </button>
      </form>
      <p id={`${id}-problem`} className="problem" role="alert">
        {problem}
      </p>
    </>
  );
}

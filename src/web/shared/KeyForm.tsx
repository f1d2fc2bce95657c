import { useId, type ReactElement, type SubmitEvent } from 'react';
import { canStoreKey } from './storedKey.js';
import type { SharedTexts } from './texts/en.js';
import type { KeyState } from './useKey.js';

/** Shows the form for an API key, and why the last key cannot be used. */
export function KeyForm({ checking, problem, enter, texts }: KeyState & { readonly texts: SharedTexts }): ReactElement {
  const id = useId();
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const formData = new FormData(event.currentTarget);
    const key = formData.get('key');
    if (typeof key === 'string') void enter(key.trim(), formData.has('keep'));
  };
  return (
    <>
      <form className="key-form" noValidate onSubmit={submit}>
        <label htmlFor={id}>{texts.label}</label>
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
          {checking === null ? texts.use : texts.checking}
        </button>
        {canStoreKey() && (
          <div className="key-keep">
            <input id={`${id}-keep`} name="keep" type="checkbox" aria-describedby={`${id}-trade`} />
            <label htmlFor={`${id}-keep`}>{texts.keep}</label>
            <span id={`${id}-trade`}>{texts.trade}</span>
          </div>
        )}
      </form>
      <p id={`${id}-problem`} className="key-problem" role="alert">
        {typeof problem === 'string' && texts.problems[problem]}
        {/* The service writes English. */}
        {problem !== null && typeof problem === 'object' && <span lang="en">{problem.sentence}</span>}
      </p>
    </>
  );
}

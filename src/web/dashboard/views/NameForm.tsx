import { useId, useState, type ReactElement, type SubmitEvent } from 'react';
import { FaultNote } from './FaultNote.js';
import type { ViewFault } from './viewList.js';

/** Asks for the name of a view, and shows why it cannot be used. */
export function NameForm({
  label,
  name,
  submit,
  use,
}: {
  readonly label: string;
  /** The initial name. */
  readonly name: string;
  /** Text of the button. */
  readonly submit: string;
  /** Uses a name. Returns the fault if that is not possible, or null. */
  readonly use: (name: string) => ViewFault | null;
}): ReactElement {
  const id = useId();
  const [fault, setFault] = useState<ViewFault | null>(null);
  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const enteredName = new FormData(event.currentTarget).get('name');
    setFault(use(typeof enteredName === 'string' ? enteredName.trim() : ''));
  };
  return (
    <form className="days" onSubmit={onSubmit} noValidate>
      <div className="filter">
        <label htmlFor={id}>{label}</label>
        <input
          id={id}
          name="name"
          defaultValue={name}
          autoFocus={name !== ''}
          autoComplete="off"
          aria-invalid={fault !== null}
          aria-describedby={`${id}-problem`}
        />
      </div>
      <button type="submit" className="plain">
        {submit}
      </button>
      <FaultNote id={`${id}-problem`} fault={fault} />
    </form>
  );
}

import { useId, useState, type ReactElement, type SubmitEvent } from 'react';
import { parsePeriod, type Period } from '../format/periods.js';
import { texts } from '../texts/texts.js';

/** Form for a first and a last day. Below it, it explains why the days are not a valid period. */
export function Days({
  name,
  period,
  choose,
}: {
  /** Name of the filter: `Period`. */
  readonly name: string;
  /** The current days. */
  readonly period: Period;
  /** Receives the days in the format of URLs: `2022-03-05..2022-04-10`. */
  readonly choose: (id: string) => void;
}): ReactElement {
  const id = useId();
  const words = texts().filters;
  const [problem, setProblem] = useState<string | null>(null);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const formData = new FormData(event.currentTarget);
    const dayOf = (field: string): string => {
      const value = formData.get(field);
      return typeof value === 'string' ? value : '';
    };
    const days = `${dayOf('from')}..${dayOf('to')}`;
    try {
      parsePeriod(days);
      setProblem(null);
      choose(days);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  // The key resets the fields when the period changes elsewhere, because uncontrolled inputs do not follow it.
  return (
    <form key={period.id} className="days" aria-label={name} onSubmit={submit} noValidate>
      {(['from', 'to'] as const).map((field) => (
        <div key={field} className="filter">
          <label htmlFor={`${id}-${field}`}>{words[field](name)}</label>
          <input
            id={`${id}-${field}`}
            name={field}
            type="date"
            defaultValue={period[field]}
            aria-invalid={problem !== null}
            aria-describedby={`${id}-problem`}
          />
        </div>
      ))}
      <button type="submit" className="plain">
        {words.show}
      </button>
      <p id={`${id}-problem`} className="problem" role="alert">
        {problem}
      </p>
    </form>
  );
}

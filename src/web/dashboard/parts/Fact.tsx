import type { ReactElement } from 'react';

/** A figure without a year to compare with. */
export function Fact({
  name,
  value,
  note,
}: {
  readonly name: string;
  readonly value: string;
  readonly note?: string;
}): ReactElement {
  return (
    <div className="tile">
      <dt>{name}</dt>
      <dd>
        <strong>{value}</strong>
        {note !== undefined && <span className="note">{note}</span>}
      </dd>
    </div>
  );
}

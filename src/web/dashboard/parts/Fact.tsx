import type { ReactElement } from 'react';

/** Shows a figure without a comparison. */
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

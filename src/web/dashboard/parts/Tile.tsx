import type { ReactElement } from 'react';
import { formatChange, formatNumber, formatQuantity } from '../format/numbers.js';

/** A figure and the same one of a year before. */
export interface Compared {
  readonly value: number | null;
  readonly unit: string;
  /** Null: there is none to compare with. */
  readonly before: number | null;
  /** What it is compared with, or would be: `2021`. */
  readonly than: string;
}

/** A figure in large, exactly below, and how it changed. */
export function Tile({
  name,
  figure,
  note,
}: {
  readonly name: string;
  readonly figure: Compared;
  readonly note?: string;
}): ReactElement {
  const { value, unit } = figure;
  return (
    <div className="tile">
      <dt>{name}</dt>
      <dd>
        <strong>{formatQuantity(value, unit)}</strong>
        {value !== null && (
          <span className="exact">
            {formatNumber(value, 2)} {unit}
          </span>
        )}
        <Change {...figure} />
        {note !== undefined && <span className="note">{note}</span>}
      </dd>
    </div>
  );
}

/** Less is good: everything here is used, paid or emitted. */
function Change({ value, before, than }: Compared): ReactElement {
  if (before === null || before === 0 || value === null) return <span className="note">No figure of {than}</span>;
  const change = value / before - 1;
  const trend = Math.abs(change) < 0.0005 ? 'same' : change < 0 ? 'less' : 'more';
  return (
    <span className={`change ${trend}`}>
      {trend === 'less' ? '▼ ' : trend === 'more' ? '▲ ' : ''}
      {formatChange(change)} against {than}
    </span>
  );
}

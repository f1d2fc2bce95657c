import type { ReactElement } from 'react';
import { formatNumber, formatQuantity } from '../format/numbers.js';
import { ChangeNote, type Change } from './ChangeNote.js';

/** A figure and how it changed. */
export interface Compared {
  readonly value: number | null;
  readonly unit: string;
  readonly change: Change;
  /** What it is compared with: `2021`. */
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
        {value !== null && <ChangeNote change={figure.change} than={figure.than} />}
        {note !== undefined && <span className="note">{note}</span>}
      </dd>
    </div>
  );
}

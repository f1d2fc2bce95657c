import type { ReactElement, ReactNode } from 'react';
import { type Currency, formatMoney } from '../format/money.js';
import { formatQuantity, formatWithUnit } from '../format/numbers.js';
import { ChangeNote, type Change } from './ChangeNote.js';

/** A figure and its change. */
export interface ComparedFigure {
  readonly value: number | null;
  readonly unit: string;
  readonly change: Change;
  /** The earlier period in words: `2021`. */
  readonly than: string;
}

/** Shows a figure rounded in large type, the exact figure below, and its change. */
export function Tile({
  name,
  figure,
  money,
  note,
}: {
  readonly name: string;
  readonly figure: ComparedFigure;
  /** Set if the figure is an amount of money. */
  readonly money?: { readonly currency: Currency };
  readonly note?: ReactNode;
}): ReactElement {
  const { value, unit } = figure;
  return (
    <div className="tile">
      <dt>{name}</dt>
      <dd>
        <strong>{money ? formatMoney(value, money.currency) : formatQuantity(value, unit)}</strong>
        {value !== null && !money && <span className="exact">{formatWithUnit(value, unit, 2)}</span>}
        {value !== null && <ChangeNote change={figure.change} than={figure.than} />}
        {note !== undefined && <span className="note">{note}</span>}
      </dd>
    </div>
  );
}

/** Shows a figure without a comparison. */
export function Fact({
  name,
  value,
  note,
}: {
  readonly name: string;
  readonly value: string;
  readonly note?: ReactNode;
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

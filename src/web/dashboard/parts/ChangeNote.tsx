import type { ReactElement } from 'react';
import { formatChange } from '../format/numbers.js';
import type { Reason } from '../format/reason.js';
import { texts } from '../texts/texts.js';
import { ReasonText } from './ServiceText.js';

/** The change of a figure between two periods; only comparable periods have a percentage. */
export type Change =
  | { readonly kind: 'waiting' }
  /** The user switched comparison off. */
  | { readonly kind: 'none' }
  | { readonly kind: 'not-comparable'; readonly reason: Reason }
  | {
      readonly kind: 'comparable';
      readonly value: number;
      readonly before: number;
      /** The days that are compared, in words; null if both periods are complete. */
      readonly of: string | null;
    };

/** Smaller changes count as no change. */
const MIN_CHANGE = 0.0005;

/** Shows a change, or why it is missing. A decrease is green: every figure here is a use, a cost or an emission. */
export function ChangeNote({ change, than }: { readonly change: Change; readonly than: string }): ReactElement | null {
  const { against, not, waiting } = texts().changes;
  if (change.kind === 'none') return null;
  if (change.kind === 'waiting') return <span className="note">{waiting(than)}</span>;
  if (change.kind === 'not-comparable') {
    return (
      <span className="note not-comparable">
        {not(than)}
        <ReasonText reason={change.reason} />
      </span>
    );
  }
  const { value, before, of } = change;
  const share = value / before - 1;
  const trend = Math.abs(share) < MIN_CHANGE ? 'same' : share < 0 ? 'less' : 'more';
  return (
    <>
      <span className={`change ${trend}`}>
        {trend === 'less' ? '▼ ' : trend === 'more' ? '▲ ' : ''}
        {against(formatChange(share), than)}
      </span>
      {of !== null && <span className="note">{of}</span>}
    </>
  );
}

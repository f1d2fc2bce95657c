import type { ReactElement } from 'react';
import { formatChange } from '../format/numbers.js';
import type { Reason } from '../format/reason.js';
import { texts } from '../texts/texts.js';
import { Because } from './Because.js';

/** How a figure changed between two times; only times that are alike give a percentage. */
export type Change =
  | { readonly kind: 'waiting' }
  /** Nobody asked for a comparison. */
  | { readonly kind: 'none' }
  | { readonly kind: 'unlike'; readonly reason: Reason }
  | {
      readonly kind: 'alike';
      readonly value: number;
      readonly before: number;
      /** What of the times is compared; null: all of them. */
      readonly of: string | null;
    };

/** Under this share a change is none. */
const SAME = 0.0005;

/** A change in words, or why there is none. Less is good: everything here is used, paid or emitted. */
export function ChangeNote({ change, than }: { readonly change: Change; readonly than: string }): ReactElement | null {
  const { against, not, waiting } = texts().changes;
  if (change.kind === 'none') return null;
  if (change.kind === 'waiting') return <span className="note">{waiting(than)}</span>;
  if (change.kind === 'unlike') {
    return (
      <span className="note unlike">
        {not(than)}
        <Because reason={change.reason} />
      </span>
    );
  }
  const { value, before, of } = change;
  const share = value / before - 1;
  const trend = Math.abs(share) < SAME ? 'same' : share < 0 ? 'less' : 'more';
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

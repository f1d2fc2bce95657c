import { noticeRow, type SourceRow } from '../../sourceRow.js';
import type { BillRow } from './billTypes.js';

/** Whether a bill covers its last date. */
export type Ends = 'inclusive' | 'exclusive';

const DAY = 86_400_000;
const DATE = 10;

/** A rule for last dates that a line implies. */
interface Evidence {
  readonly ends: Ends;
  readonly line: number;
}

/** The decision about the ends of a file. */
export interface DecidedEnds {
  readonly ends: Ends;
  /** The decision and its reason, for the preview. */
  readonly description: string;
  readonly notices: readonly SourceRow[];
}

/**
 * Decides whether bills cover their last dates.
 *
 * Consecutive bills of a meter decide first. If one begins on the last date of another, last dates are exclusive. If it
 * begins the day after, they are inclusive. Otherwise bills of months decide: one from the first to the last day of a
 * month has an inclusive end, one from the first to the first an exclusive end. Without evidence, or if months
 * contradict each other, ends are inclusive, and a notice says so.
 * @param groups the bills of each meter; bills without readable days are ignored
 * @throws Error that begins with "the" if consecutive bills contradict each other
 */
export function decideEnds(groups: Iterable<readonly BillRow[]>, option: Ends | undefined): DecidedEnds {
  if (option !== undefined) return { ends: option, description: `${option} (as requested)`, notices: [] };
  const all = [...groups].map((rows) => rows.filter(hasDays).toSorted((a, b) => (a.start < b.start ? -1 : 1)));
  const byOrder = all.flatMap(evidenceByOrder);
  const evidence = byOrder.length > 0 ? byOrder : all.flatMap((rows) => rows.flatMap(evidenceByMonth));
  const [first] = evidence;
  if (first === undefined) return undecided(all);
  const other = evidence.find(({ ends }) => ends !== first.ends);
  if (other !== undefined && byOrder.length > 0) {
    const [inclusive, exclusive] = first.ends === 'inclusive' ? [first, other] : [other, first];
    throw new Error(
      `the end dates of the bills are inconsistent: the bill in line ${inclusive.line} ends the day before the next bill begins, but the bill in line ${exclusive.line} ends on the day when the next bill begins; give --map ends=inclusive or --map ends=exclusive, or import the bills of each supplier as a separate file`,
    );
  }
  if (other !== undefined) return undecided(all);
  const by = byOrder.length > 0 ? 'from consecutive bills' : 'from bills of whole months';
  return { ends: first.ends, description: `${first.ends}, ${by} (line ${first.line})`, notices: [] };
}

/** Returns the default decision with its notice. */
function undecided(groups: readonly (readonly BillRow[])[]): DecidedEnds {
  const first = groups.flat()[0];
  const notice =
    'The file does not show whether a bill includes its end date, so the import assumes that it does. If the next bill begins on that date, give --map ends=exclusive.';
  const notices = first === undefined ? [] : [noticeRow(first.line, notice)];
  return { ends: 'inclusive', description: 'inclusive (the default)', notices };
}

/** Returns the last billed day, which is the end date of an invoice. */
export function lastDay(end: string, ends: Ends): string {
  return ends === 'inclusive' ? end : dayAfter(end, -1);
}

type DatedRow = BillRow & { readonly start: string; readonly end: string };

function hasDays(row: BillRow): row is DatedRow {
  return row.start !== null && row.end !== null && row.problems.length === 0;
}

function evidenceByOrder(rows: readonly DatedRow[]): readonly Evidence[] {
  return rows.flatMap((row, index): readonly Evidence[] => {
    // A credit note or a rebill has the days of the bill that it reverses.
    const next = rows.slice(index + 1).find(({ start }) => start > row.start);
    if (next === undefined || row.end <= row.start) return [];
    if (next.start === row.end) return [{ ends: 'exclusive', line: row.line }];
    return next.start === dayAfter(row.end, 1) ? [{ ends: 'inclusive', line: row.line }] : [];
  });
}

function evidenceByMonth({ start, end, line }: DatedRow): readonly Evidence[] {
  if (!start.endsWith('-01') || end <= start) return [];
  if (end.endsWith('-01')) return [{ ends: 'exclusive', line }];
  return dayAfter(end, 1).endsWith('-01') ? [{ ends: 'inclusive', line }] : [];
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY).toISOString().slice(0, DATE);
}

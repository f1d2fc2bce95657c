import { noticeRow, type SourceRow } from '../../sourceRow.js';
import type { BillRow } from './billTypes.js';

/** Whether the last date of a bill is a day that it bills. */
export type Ends = 'inclusive' | 'exclusive';

const DAY = 86_400_000;
const DATE = 10;

/** How a file tells what its ends are, with the line that shows it. */
interface Evidence {
  readonly ends: Ends;
  readonly line: number;
}

/** The decision about the ends of a file. */
export interface DecidedEnds {
  readonly ends: Ends;
  /** For a preview. */
  readonly description: string;
  readonly notices: readonly SourceRow[];
}

/**
 * Decides whether the last dates of bills are billed days. The bills of a meter tell it as they follow each other: if
 * one begins on the day that another ends with, that day is not billed by the earlier one; if it begins the day after,
 * it is. Else a bill from the first to the last day of a month has inclusive ends, and one from the first to the first
 * exclusive ones. Without either, ends are inclusive, and a notice says so.
 * @param groups the bills of each meter; those without readable days make no difference
 * @throws Error that begins with "the" when bills contradict each other
 */
export function decideEnds(groups: Iterable<readonly BillRow[]>, option: Ends | undefined): DecidedEnds {
  if (option !== undefined) return { ends: option, description: `${option} (as said)`, notices: [] };
  const all = [...groups].map((rows) => rows.filter(hasDays).toSorted((a, b) => (a.start < b.start ? -1 : 1)));
  const byOrder = all.flatMap(evidenceByOrder);
  const evidence = byOrder.length > 0 ? byOrder : all.flatMap((rows) => rows.flatMap(evidenceByMonth));
  const [first] = evidence;
  if (first === undefined) return undecided(all);
  const other = evidence.find(({ ends }) => ends !== first.ends);
  if (other !== undefined && byOrder.length > 0) {
    const [inclusive, exclusive] = first.ends === 'inclusive' ? [first, other] : [other, first];
    throw new Error(
      `the last dates of bills contradict each other: the bill of line ${inclusive.line} ends the day before the next one begins, that of line ${exclusive.line} on the same day; say --map ends=inclusive or ends=exclusive; if suppliers differ, import the bills of each as a file of its own`,
    );
  }
  if (other !== undefined) return undecided(all);
  const by = byOrder.length > 0 ? 'as bills follow each other' : 'as bills are of whole months';
  return { ends: first.ends, description: `${first.ends}, ${by} (line ${first.line})`, notices: [] };
}

/** The decision where nothing tells, with its notice. */
function undecided(groups: readonly (readonly BillRow[])[]): DecidedEnds {
  const first = groups.flat()[0];
  const notice =
    'The file does not show whether the last date of a bill is billed, so it counts as the last billed day. If the next bill begins on that date, give --map ends=exclusive.';
  const notices = first === undefined ? [] : [noticeRow(first.line, notice)];
  return { ends: 'inclusive', description: 'inclusive (not told)', notices };
}

/** The last billed day, which is the end date of an invoice. */
export function lastDay(end: string, ends: Ends): string {
  return ends === 'inclusive' ? end : dayAfter(end, -1);
}

type DatedRow = BillRow & { readonly start: string; readonly end: string };

function hasDays(row: BillRow): row is DatedRow {
  return row.start !== null && row.end !== null && row.problems.length === 0;
}

function evidenceByOrder(rows: readonly DatedRow[]): readonly Evidence[] {
  return rows.flatMap((row, index): readonly Evidence[] => {
    // A credit note or a rebill has the days of the bill that it takes back.
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

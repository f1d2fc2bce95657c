import type { FieldProblem } from './sourceRow.js';
import type { ImportFields } from './fields.js';
import type { Cell } from './readCell.js';

/** Checks the fields of a row against each other, and adds what is wrong; they are in the order of the columns. */
export type FieldsCheck = (cells: readonly Cell[], problems: FieldProblem[]) => void;

/** Makes the check of what an import says of several fields together: a start and an end, a number and its part. */
export function createFieldsCheck({ columns, span, part }: ImportFields): FieldsCheck {
  const placeOf = (path: string | undefined): number => columns.findIndex((column) => column.path === path);
  const [start, end] = [placeOf(span?.start), placeOf(span?.end)];
  const [of, piece, where] = [placeOf(part?.of), placeOf(part?.field), placeOf(part?.where)];
  return (cells, problems) => {
    if (span) checkSpan(cells[start], cells[end], span, problems);
    const value = cells[piece];
    if (part && value !== undefined && value !== null && !Number.isNaN(value))
      checkPart(value, cells[of], cells[where], part, problems);
  };
}

/** Characters of a stamp that are its date. */
const DATE = 10;

function checkSpan(
  start: Cell | undefined,
  end: Cell | undefined,
  span: NonNullable<ImportFields['span']>,
  problems: FieldProblem[],
): void {
  if (typeof start !== 'string' || typeof end !== 'string') return;
  const isSame = span.days === true ? end.slice(0, DATE) === start.slice(0, DATE) : end === start;
  if (end > start || (isSame && !span.open)) {
    if (span.years === undefined || Number(end.slice(0, 4)) - Number(start.slice(0, 4)) <= span.years) return;
    const reason = `must be at most ${span.years} years after ${span.start} ${start}, got ${end}`;
    problems.push({ field: span.end, reason });
    return;
  }
  const must = span.open ? 'must be after' : 'must not be before';
  problems.push({ field: span.end, reason: `${must} ${span.start} ${start}, got ${end}` });
}

function checkPart(
  value: Cell,
  whole: Cell | undefined,
  flag: Cell | undefined,
  { field, of, where }: NonNullable<ImportFields['part']>,
  problems: FieldProblem[],
): void {
  if (flag !== true) problems.push({ field, reason: `is for records whose ${where} is true` });
  if (typeof value !== 'number' || typeof whole !== 'number') return;
  if (value < Math.min(0, whole) || value > Math.max(0, whole)) {
    problems.push({ field, reason: `must lie between 0 and ${of} ${whole}, as a part of it, got ${value}` });
  }
}

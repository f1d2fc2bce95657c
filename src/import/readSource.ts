import { createRowCheck, isBad } from './checkRow.js';
import type { StagedProblem } from './checks.js';
import type { ImportFields } from './fields.js';
import type { ImportOptions } from './options.js';
import { createRowShapes, type RowShapes } from './rowShapes.js';
import { rejectedOf } from './rejects.js';
import type { FieldProblem, ImportSource, RowError, SourceRow } from './sourceRow.js';
import type { StagedRow } from './staging.js';
import { createCount, MAX_ERRORS, MAX_LISTED, type ImportSummary } from './summary.js';

/** Checks the rows of a source as they come, and counts them. */
export interface Reader {
  /** The good rows, for staging. */
  staged(source: ImportSource): AsyncGenerator<readonly StagedRow[]>;
  /** Which fields the staged rows lack. */
  readonly shapes: RowShapes;
  /** Adds what was found bad after staging: the first problems, and the rows in all. */
  report(problems: readonly StagedProblem[], rows: number): void;
  /** Adds a sentence to what is told of the import. */
  notice(sentence: string): void;
  /** Counts rows that were staged otherwise. */
  count(rows: number): void;
  summary(): Pick<
    ImportSummary,
    'read' | 'rejected' | 'leftOut' | 'errors' | 'errorCount' | 'unmatched' | 'leftOutOf' | 'notices' | 'noticed'
  >;
}

/** @param file the name that messages give the source */
export function createReader(fields: ImportFields, file: string, options: ImportOptions): Reader {
  const shapes = createRowShapes(fields);
  const check = createRowCheck(fields, shapes, options.zone ?? null, (sentence) => {
    notice(sentence);
  });
  const errors: RowError[] = [];
  let errorCount = 0;
  const [unmatched, leftOut] = [createCount(), createCount()];
  let read = 0;
  let rejected = 0;
  const notices: string[] = [];
  let noticed = 0;

  const notice = (sentence: string): void => {
    noticed += 1;
    if (notices.length < MAX_LISTED) notices.push(sentence);
  };
  const note = (line: number, field: string | null, reason: string): void => {
    errorCount += 1;
    if (errors.length < MAX_ERRORS) errors.push({ file, line, field, reason });
  };
  /** The row as it is staged, else why it is bad; null when it is left out. */
  const judge = (row: SourceRow): StagedRow | readonly FieldProblem[] | null => {
    if (row.leftOut !== undefined) {
      leftOut.add(row.leftOut);
      return null;
    }
    if (row.unmatched !== undefined) {
      unmatched.add(row.unmatched);
      return [{ field: null, reason: `no account has the meter ${row.unmatched}` }];
    }
    const result = check(row);
    if (!isBad(result)) return { line: row.line, ...result };
    for (const { field, reason } of result) note(row.line, field, reason);
    return result;
  };

  return {
    shapes,
    async *staged(source) {
      for await (const batch of source.rows) {
        const rows: StagedRow[] = [];
        for (const row of batch) {
          if (row.notice !== undefined) {
            notice(row.notice);
            continue;
          }
          read += 1;
          const result = judge(row);
          if (result === null) continue;
          if ('cells' in result) rows.push(result);
          else {
            rejected += 1;
            await options.onReject?.(rejectedOf(row, result));
          }
        }
        options.onProgress?.(read);
        yield rows;
      }
    },
    report(problems, rows) {
      rejected += rows;
      for (const { line, field, reason } of problems) note(line, field, reason);
      // Of rows beyond the first problems, one each is known.
      errorCount += Math.max(0, rows - problems.length);
      errors.sort((a, b) => a.line - b.line);
    },
    notice,
    count(rows) {
      read += rows;
    },
    summary: () => ({
      read,
      rejected,
      leftOut: leftOut.total(),
      errors,
      errorCount,
      unmatched: unmatched.list(),
      leftOutOf: leftOut.list(),
      notices,
      noticed,
    }),
  };
}

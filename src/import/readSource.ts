import { createRowCheck, isBad } from './checkRow.js';
import type { StagedProblem } from './checks.js';
import type { ImportFields } from './fields.js';
import type { ImportOptions } from './options.js';
import { createRowShapes, type RowShapes } from './rowShapes.js';
import { rejectedOf } from './rejects.js';
import type { FieldProblem, ImportSource, RowError, SourceRow } from './sourceRow.js';
import type { StagedRow } from './staging.js';
import { createCount, MAX_ERRORS, MAX_LISTED, type ImportSummary } from './summary.js';

/** Checks the rows of a source in order, and counts them. */
export interface Reader {
  /** Yields the good rows, for staging. */
  staged(source: ImportSource): AsyncGenerator<readonly StagedRow[]>;
  /** The fields that the staged rows lack. */
  readonly shapes: RowShapes;
  /** Adds rows that a check of the staged rows rejected: the first problems, and how many rows there are in all. */
  report(problems: readonly StagedProblem[], rows: number): void;
  /** Adds a sentence to the notices of the import. */
  notice(sentence: string): void;
  /** Counts rows that a statement staged. */
  count(rows: number): void;
  summary(): Pick<
    ImportSummary,
    'read' | 'rejected' | 'skipped' | 'errors' | 'errorCount' | 'unmatched' | 'skippedFor' | 'notices' | 'noticed'
  >;
}

/** Counts the rows of one file, and collects its first errors and notices. */
class Tally {
  read = 0;
  rejected = 0;
  readonly skipped = createCount();
  readonly unmatched = createCount();
  readonly #file: string;
  readonly #errors: RowError[] = [];
  readonly #notices: string[] = [];
  #errorCount = 0;
  #noticed = 0;

  /** @param file the name that messages give the source */
  constructor(file: string) {
    this.#file = file;
  }

  addNotice(sentence: string): void {
    this.#noticed += 1;
    if (this.#notices.length < MAX_LISTED) this.#notices.push(sentence);
  }

  addErrors(line: number, problems: readonly FieldProblem[]): void {
    for (const { field, reason } of problems) {
      this.#errorCount += 1;
      if (this.#errors.length < MAX_ERRORS) this.#errors.push({ file: this.#file, line, field, reason });
    }
  }

  /** Adds rows that a check of the staged rows rejected: the first problems, and how many rows there are in all. */
  addStaged(problems: readonly StagedProblem[], rows: number): void {
    this.rejected += rows;
    for (const problem of problems) this.addErrors(problem.line, [problem]);
    // The check lists only the first problems. Each row beyond them has at least one.
    this.#errorCount += Math.max(0, rows - problems.length);
    this.#errors.sort((a, b) => a.line - b.line);
  }

  summary(): ReturnType<Reader['summary']> {
    return {
      read: this.read,
      rejected: this.rejected,
      skipped: this.skipped.total(),
      errors: this.#errors,
      errorCount: this.#errorCount,
      unmatched: this.unmatched.list(),
      skippedFor: this.skipped.list(),
      notices: this.#notices,
      noticed: this.#noticed,
    };
  }
}

/**
 * Makes the reader of one file.
 * @param file the name that messages give the source
 */
export function createReader(fields: ImportFields, file: string, options: ImportOptions): Reader {
  const tally = new Tally(file);
  const notice = (sentence: string): void => {
    tally.addNotice(sentence);
  };
  const shapes = createRowShapes(fields);
  const check = createRowCheck(fields, shapes, options.zone ?? null, notice);

  /** Returns the row to stage, or the problems of a bad row, or null for a skipped row. */
  const checkCounted = (row: SourceRow): StagedRow | readonly FieldProblem[] | null => {
    if (row.skipped !== undefined) {
      tally.skipped.add(row.skipped);
      return null;
    }
    if (row.unmatched !== undefined) {
      tally.unmatched.add(row.unmatched);
      return [{ field: null, reason: `no account has the meter ${row.unmatched}` }];
    }
    const result = check(row);
    if (!isBad(result)) return { line: row.line, ...result };
    tally.addErrors(row.line, result);
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
          tally.read += 1;
          const result = checkCounted(row);
          if (result === null) continue;
          if ('cells' in result) rows.push(result);
          else {
            tally.rejected += 1;
            await options.onReject?.(rejectedOf(row, result));
          }
        }
        options.onProgress?.(tally.read);
        yield rows;
      }
    },
    report: (problems, rows) => {
      tally.addStaged(problems, rows);
    },
    notice,
    count(rows) {
      tally.read += rows;
    },
    summary: () => tally.summary(),
  };
}

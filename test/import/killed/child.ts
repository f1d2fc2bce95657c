import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { readConfig } from '../../../src/config/config.js';
import type { Database } from '../../../src/db/database.js';
import { openDatabase } from '../../../src/db/open.js';
import type { Condition } from '../../../src/import/deleteCondition.js';
import { deleteRecords } from '../../../src/import/deleteRecords.js';
import { openFile, NO_FILE_OPTIONS } from '../../../src/import/importFile.js';
import { importRecords, type ImportName, type ImportSummary } from '../../../src/import/importRecords.js';
import { readJournal, type JournalEntry } from '../../../src/import/journal.js';

/** A process that imports and deletes on command until it is killed (killed.ts). */

/** The rows to import or delete. */
export interface Step {
  readonly name: ImportName;
  /** A file of NDJSON, or the records to delete. */
  readonly what: { readonly path: string } | { readonly condition: Condition };
  /** The number of applied parts after which the process kills itself. */
  readonly dieAfter?: number;
}

export type Told = 'open' | { readonly step: Step } | 'close';

export type Said =
  | { readonly said: 'ready'; readonly last: JournalEntry | null }
  | { readonly said: 'begun' }
  | {
      readonly said: 'done';
      readonly ms: number;
      readonly summary: ImportSummary;
      readonly stopped: readonly JournalEntry[];
    }
  | { readonly said: 'failed'; readonly why: string };

function say(said: Said): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(said, () => {
      resolve();
    });
  });
}

async function run(
  database: Database,
  { name, what, dieAfter }: Step,
): Promise<Extract<Said, { readonly said: 'done' }>> {
  const started = performance.now();
  const stopped: JournalEntry[] = [];
  const options = {
    onStopped: (entries: readonly JournalEntry[]) => {
      stopped.push(...entries);
    },
    onApplied: (done: number) => {
      if (done === dieAfter) process.kill(process.pid, 'SIGKILL');
    },
  };
  const importFrom = async (path: string): Promise<ImportSummary> => {
    const opened = await openFile(database, createReadStream(path), name, NO_FILE_OPTIONS);
    if (!opened?.rows) throw new Error(`${path} holds no rows of ${name}`);
    return importRecords(database, opened.resource, { name: basename(path), rows: opened.rows }, options);
  };
  const summary = await ('path' in what
    ? importFrom(what.path)
    : deleteRecords(database, name, what.condition, 'delete', options));
  return { said: 'done', ms: performance.now() - started, summary, stopped };
}

let database: Database | undefined;

/** Opens the database. Everything else that the process needs is loaded by then. */
async function open(): Promise<void> {
  database = await openDatabase(readConfig(process.env), 0);
  const [last = null] = await readJournal(database, 1);
  await say({ said: 'ready', last });
}

async function hear(told: Told): Promise<void> {
  if (told === 'open') return open();
  if (told === 'close') {
    await database?.close();
    process.disconnect();
    return;
  }
  if (!database) throw new Error('the database is not open');
  await say({ said: 'begun' });
  await say(await run(database, told.step));
}

process.on('message', (told: Told) => {
  hear(told).catch((error: unknown) =>
    say({ said: 'failed', why: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});

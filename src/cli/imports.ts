import { Command } from 'commander';
import { readJournal, type JournalEntry } from '../import/journal.js';
import { count, print, table } from './output.js';
import { withDatabase } from './withDatabase.js';

const MAX_LISTED = 20;

/** Builds `udg imports`, which lists the latest entries of the import journal. */
export function importsCommand(): Command {
  return new Command('imports')
    .description(`list the last ${MAX_LISTED} imports and deletions, and how they ended`)
    .option('--json', 'print the list as JSON')
    .addHelpText('after', '\nExample:\n  udg imports')
    .action(async ({ json }: { json?: boolean }) => {
      const entries = await withDatabase((database) => readJournal(database, MAX_LISTED));
      const lines = table(
        ['import', 'started', 'resource', 'file', 'state', 'read', 'inserted', 'updated', 'deleted'],
        entries.map((entry) => [
          ...[String(entry.id), entry.startedAt, entry.resource, entry.file, stateOf(entry)],
          ...[entry.summary?.read, entry.summary?.inserted, entry.summary?.updated, entry.summary?.deleted].map(
            (value) => (value === undefined ? '' : count(value)),
          ),
        ]),
      );
      print(json, entries, entries.length === 0 ? ['No imports yet.'] : lines);
    });
}

function stateOf({ state, parts, partsDone }: JournalEntry): string {
  if (state === 'done' || state === 'refused') return state;
  return parts > 0 ? `${state} (${partsDone} of ${parts} parts applied)` : state;
}

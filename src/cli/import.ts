import { createReadStream, statSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { Argument, Command } from 'commander';
import {
  IMPORT_NAMES,
  importRecords,
  MAX_ERRORS,
  type ImportName,
  type ImportSummary,
} from '../import/importRecords.js';
import { readRows } from '../import/readFile.js';
import { CommandError, print, tell } from './output.js';
import { startProgress } from './progress.js';
import { withDatabase } from './withDatabase.js';

const EXAMPLES = `
Examples:
  udg import assets assets.csv
  gunzip -c intervals.ndjson.gz | udg import non-cumulative -`;

/** `udg import <resource> <file>`: records from NDJSON or CSV. */
export function importCommand(): Command {
  return new Command('import')
    .description("import the contract's objects (plus companyId) from NDJSON or CSV; matched by _id, all or nothing")
    .addArgument(new Argument('<resource>', 'what the file holds').choices(IMPORT_NAMES))
    .argument('<file>', 'a file; - for standard input')
    .option('--json', 'print the summary as JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (name: ImportName, file: string, { json }: { json?: boolean }) => {
      const { input, bytes } = openFile(file);
      const progress = startProgress(`Import ${name}`);
      const chunks = counted(input, (read) => {
        if (bytes > 0) progress.update(read, bytes, 'bytes read');
      });
      let summary: ImportSummary;
      try {
        summary = await withDatabase((database) =>
          importRecords(
            database,
            name,
            { name: file, rows: readRows(chunks) },
            {
              onPainted: (done, total) => {
                progress.update(done, total, 'accounts painted');
              },
            },
          ),
        );
      } catch (error) {
        throw fileProblem(file, error);
      } finally {
        progress.stop();
        input.destroy();
      }
      report(summary);
      print(json, summary, [inWords(name, summary)]);
      if (summary.rejected > 0) process.exitCode = 1;
    });
}

/** The bytes as they are, telling how many came so far; a listener instead would let them flow before they are read. */
async function* counted(input: Readable, onRead: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  let read = 0;
  for await (const chunk of input as AsyncIterable<Uint8Array>) {
    read += chunk.length;
    onRead(read);
    yield chunk;
  }
}

function openFile(file: string): { readonly input: Readable; readonly bytes: number } {
  if (file === '-') return { input: process.stdin, bytes: 0 };
  try {
    const stat = statSync(file);
    if (stat.isDirectory()) throw new CommandError(`${file} is a directory; name a file.`);
    return { input: createReadStream(file), bytes: stat.size };
  } catch (error) {
    throw fileProblem(file, error);
  }
}

function fileProblem(file: string, error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return new CommandError(`There is no file ${file}.`);
  if (code === 'EACCES') return new CommandError(`${file} cannot be read: no permission.`);
  if (typeof code === 'string' && code.startsWith('CSV_')) return new CommandError(`${file}: ${error.message}`);
  if (code === undefined && /^(the|line) /.test(error.message)) return new CommandError(`${file}: ${error.message}.`);
  return error;
}

function report({ errors, rejected }: ImportSummary): void {
  for (const { file, line, field, reason } of errors)
    tell(`${file}:${line}: ${field === null ? '' : `${field}: `}${reason}`);
  if (errors.length >= MAX_ERRORS) tell(`(the first ${MAX_ERRORS} errors are shown; ${rejected} rows are bad)`);
}

function inWords(name: ImportName, summary: ImportSummary): string {
  const { read, inserted, updated, unchanged, rejected, seconds } = summary;
  if (read === 0) return `The file holds no rows: nothing to import into ${name}.`;
  if (rejected > 0) return `${name}: ${rejected} of ${read} rows are bad, so nothing was applied.`;
  return `${name}: ${read} rows read in ${seconds.toFixed(1)} s: ${inserted} inserted, ${updated} updated, ${unchanged} unchanged.`;
}

import { execFile } from 'node:child_process';
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Command } from 'commander';
import { print, table, logLine } from '../src/cli/output.js';
import type { Database } from '../src/db/database.js';
import { upgrade } from '../src/usage/upgrade.js';
import { counted } from './counted.js';
import { benchUrl, createBench, openBench } from './database.js';
import { FORMS, loadMeters, writeForm, type Form, type Intervals } from './importFiles.js';
import { spreadOf } from './measure.js';

const NAME = 'udg_bench_import';
/** The minimum rate relative to a bare COPY, and the maximum time relative to a sorted file. */
const TARGET_RATE = 0.6;
const TARGET_SHUFFLED = 2;
const TARGET_MEMORY = 300 * 1024 ** 2;

interface Options extends Intervals {
  readonly rounds: number;
  readonly forms: readonly string[];
}

export function importBenchCommand(): Command {
  return new Command('import')
    .description('Import of half-hourly intervals into PostgreSQL, with their usage, compared with a bare COPY')
    .option('--meters <n>', 'half-hourly electricity meters', counted, 57)
    .option('--days <n>', 'days of intervals, from 2023-01-01', counted, 365)
    .option('--rounds <n>', 'rounds; each round runs all cases in turn', counted, 3)
    .option('--forms <list>', `only these forms of ${FORMS.join(', ')}`, (text) => text.split(','), [...FORMS])
    .action((options: Options) => run(options));
}

async function run(options: Options): Promise<void> {
  const forms = FORMS.filter((form) => form === 'copy' || options.forms.includes(form));
  const folder = mkdtempSync(join(tmpdir(), 'udg-bench-'));
  const pathOf = (form: Form): string => join(folder, `${form}.txt`);
  await createBench(NAME, true);
  const database = openBench(NAME, 0);
  try {
    await upgrade(database);
    await loadMeters(database, options.meters);
    for (const form of forms) {
      logLine(`writing ${form}`);
      await writeForm(form, pathOf(form), options);
    }
    const seconds = new Map<Form, number[]>(forms.map((form) => [form, []]));
    const memory = new Map<Form, number>();
    for (let round = 1; round <= options.rounds; round += 1) {
      for (const form of forms) {
        logLine(`round ${round}: ${form}`);
        const result =
          form === 'copy' ? await copyBare(database, pathOf(form)) : await importFile(database, pathOf(form));
        seconds.get(form)?.push(result.seconds);
        memory.set(form, Math.max(memory.get(form) ?? 0, result.memory));
      }
    }
    print(false, null, lines(options, seconds, memory));
  } finally {
    await database.close();
    rmSync(folder, { recursive: true });
  }
}

interface ImportCost {
  readonly seconds: number;
  readonly memory: number;
}

/** Copies the intervals into a table with the same columns and indexes, and does nothing else. */
async function copyBare(database: Database, path: string): Promise<ImportCost> {
  await database.knex.raw('drop table if exists bare; create table bare (like intervals including all)');
  const started = performance.now();
  await database.knex.transaction((trx) => database.copyIn(trx, 'copy bare from', createReadStream(path)));
  const seconds = (performance.now() - started) / 1000;
  await database.knex.raw('drop table bare');
  return { seconds, memory: 0 };
}

async function importFile({ knex }: Database, path: string): Promise<ImportCost> {
  await knex.raw('truncate intervals, usage_days, usage_runs, usage_months, imports');
  const child = fileURLToPath(new URL('./importChild.js', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [child, benchUrl(NAME), path]);
  const summary = JSON.parse(stdout) as ImportCost & { readonly rejected: number; readonly errors: readonly unknown[] };
  if (summary.rejected > 0) throw new Error(`the import rejected rows: ${JSON.stringify(summary.errors)}`);
  return summary;
}

function lines(
  { meters, days, rounds }: Options,
  seconds: ReadonlyMap<Form, readonly number[]>,
  memory: ReadonlyMap<Form, number>,
): readonly string[] {
  const rows = meters * days * 48;
  const median = (form: Form): number => spreadOf(seconds.get(form) ?? []).median;
  const verdict = (met: boolean): string => (met ? 'met' : 'MISSED');
  const ordered = median('csv');
  return [
    `${rows.toLocaleString('en')} intervals of ${meters} meters; medians of ${rounds} rounds, all cases in turn`,
    ...table(
      ['form', 'seconds', 'rows/s', 'of COPY', `target ${TARGET_RATE}`, 'MB at most', 'target 300'],
      [...seconds.keys()].map((form) => {
        const share = median('copy') / median(form);
        const isBare = form === 'copy';
        return [
          isBare ? 'bare COPY' : form,
          median(form).toFixed(1),
          Math.round(rows / median(form)).toLocaleString('en'),
          isBare ? '' : share.toFixed(2),
          isBare ? '' : verdict(share >= TARGET_RATE),
          isBare ? '' : Math.round((memory.get(form) ?? 0) / 1024 ** 2).toString(),
          isBare ? '' : verdict((memory.get(form) ?? 0) <= TARGET_MEMORY),
        ];
      }),
    ),
    ...(seconds.has('csv-shuffled') && seconds.has('csv')
      ? [
          `shuffled takes ${(median('csv-shuffled') / ordered).toFixed(2)} × the time of the file in order ` +
            `(target ${TARGET_SHUFFLED}): ${verdict(median('csv-shuffled') <= TARGET_SHUFFLED * ordered)}`,
        ]
      : []),
  ];
}

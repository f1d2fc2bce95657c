import { sql } from '../src/db/sql.js';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Command } from 'commander';
import { print, logLine } from '../src/cli/output.js';
import type { Database } from '../src/db/database.js';
import { upgrade } from '../src/usage/upgrade.js';
import { counted } from './counted.js';
import { benchUrl, createBench, openBench } from './database.js';
import { writeFaulty } from './findingsFile.js';
import { findingsLines, type FindingsReport, type ImportCost } from './findingsReport.js';
import { loadMeters, type Intervals } from './importFiles.js';
import { measure } from './measure.js';
import { FULL } from './portfolio.js';
import { watchBackends } from './processes.js';
import { startService } from './service.js';

const NAME = 'udg_bench_findings';
/** The rows of a page of findings, and the rounds of requests for it. */
const PAGE = 100;
const PAGE_ROUNDS = 50;
const PAGE_TARGET_MS = 20;

interface Options extends Intervals {
  readonly rounds: number;
}

export function findingsCommand(): Command {
  return new Command('findings')
    .description('Cost of findings: an import into PostgreSQL with and without the check, and a page of findings')
    .option('--meters <n>', 'half-hourly electricity meters', counted, FULL.meters)
    .option('--days <n>', 'days of intervals, from 2023-01-01', counted, FULL.days)
    .option('--rounds <n>', 'imports with and without findings, in turn', counted, 1)
    .action((options: Options) => run(options));
}

async function run({ meters, days, rounds }: Options): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'udg-bench-'));
  const path = join(folder, 'half-hourly.csv');
  await createBench(NAME, true);
  const database = openBench(NAME, 0);
  try {
    await upgrade(database);
    await loadMeters(database, meters);
    logLine('writing the file');
    await writeFaulty(path, { meters, days });
    const taken: { without: ImportCost[]; with: ImportCost[] } = { without: [], with: [] };
    for (let round = 1; round <= rounds; round += 1) {
      // The first import of a round uses the caches that the other left, so they take turns.
      const order = ['without', 'with'] as const;
      for (const which of round % 2 === 1 ? order : order.toReversed()) {
        logLine(`round ${round}: ${which} findings`);
        taken[which].push(await importFile(database, path, which === 'with'));
      }
    }
    if (rounds % 2 === 0) await importFile(database, path, true);
    logLine('requesting pages');
    const report: FindingsReport = {
      meters,
      days,
      ...taken,
      kinds: await kindsOf(database),
      pages: await pages(database),
    };
    print(false, report, findingsLines(report));
  } finally {
    await database.close();
    rmSync(folder, { recursive: true });
  }
}

/** Imports a file in a new process, into empty tables. */
async function importFile({ knex }: Database, path: string, withFindings: boolean): Promise<ImportCost> {
  await knex.raw('truncate intervals, usage_days, usage_runs, usage_months, imports, findings, invoice_findings');
  const pathOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
  const preload = withFindings ? [] : ['--import', new URL('./withoutFindings.js', import.meta.url).href];
  const ended = watchBackends(NAME);
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...preload,
    pathOf('./importChild.js'),
    benchUrl(NAME),
    path,
  ]);
  const databaseMs = ended();
  const { errors, ...summary } = JSON.parse(stdout) as ImportCost & { readonly errors: readonly unknown[] };
  if (summary.rejected > 0) throw new Error(`the import rejected rows: ${JSON.stringify(errors)}`);
  return { ...summary, databaseMs };
}

/** Counts the findings of each kind. */
async function kindsOf(database: Database): Promise<FindingsReport['kinds']> {
  return database.rows(sql`select kind, count(*)::int as n from findings group by kind order by n desc, kind`);
}

/** Measures a page of findings for the dashboard and for a script, without cached responses. */
async function pages(database: Database): Promise<FindingsReport['pages']> {
  const service = await startService(database);
  try {
    const queries = ['', '&sort=startDate:desc', '&status=open&sort=severity:desc', '&page=2'];
    const cases = queries.map((more) => ({
      name: `/findings?limit=${PAGE}${more}`,
      targetMs: PAGE_TARGET_MS,
      run: async () => Buffer.byteLength(await service.get(`/findings?limit=${PAGE}${more}`)),
      raw: null,
    }));
    return await measure(cases, PAGE_ROUNDS, service, () => undefined);
  } finally {
    await service.close();
  }
}

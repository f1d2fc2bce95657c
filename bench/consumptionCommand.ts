import { writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { print, logLine } from '../src/cli/output.js';
import { startProgress } from '../src/cli/progress.js';
import { consumptionCases } from './cases.js';
import { counted } from './counted.js';
import { openBench } from './database.js';
import { measure } from './measure.js';
import { prepare } from './prepare.js';
import { databaseName, FULL, type Size } from './portfolio.js';
import { reportLines, type Report } from './report.js';
import { startService } from './service.js';
import { readSpace } from './space.js';

interface Options extends Size {
  readonly rounds: number;
  readonly cases: readonly string[];
  readonly fresh?: true;
  readonly json?: string;
}

const STATEMENT_TIMEOUT_MS = 60_000;

export function consumptionCommand(): Command {
  return new Command('consumption')
    .description('Consumption of a generated portfolio on PostgreSQL (created once and reused): speed and space')
    .option('--meters <n>', 'half-hourly electricity meters; other accounts are in proportion', counted, FULL.meters)
    .option('--days <n>', 'days of intervals of each meter, from 2023-01-01', counted, FULL.days)
    .option('--rounds <n>', 'rounds, after one warm-up round', counted, 15)
    .option('--cases <list>', 'only cases whose names start with these, such as 1,5a', (text) => text.split(','), [])
    .option('--fresh', 'create the portfolio again')
    .option('--json <file>', 'also write the report to this file')
    .action((options: Options) => run(options));
}

async function run({ meters, days, rounds, cases: names, fresh, json }: Options): Promise<void> {
  const size = { meters, days };
  const computed = await prepare(size, fresh === true);
  const name = databaseName(size);
  const [database, direct] = [openBench(name, STATEMENT_TIMEOUT_MS), openBench(name, 0)];
  const service = await startService(database);
  try {
    const { cases, check } = consumptionCases(service, database, direct, size);
    const chosen = cases.filter(
      (one) => names.length === 0 || names.some((prefix) => prefix !== '' && one.name.startsWith(prefix)),
    );
    logLine('comparing the figures with the raw records');
    const wrong = await check();
    const progress = startProgress('measuring');
    const results = await measure(chosen, rounds, service, (done) => {
      progress.update(done, rounds, 'rounds');
    });
    progress.stop();
    const report: Report = { size, rounds, computed, results, space: await readSpace(direct), wrong };
    if (json !== undefined) writeFileSync(json, `${JSON.stringify(report, null, 2)}\n`);
    print(false, report, reportLines(report));
    if (wrong.length > 0) process.exitCode = 1;
  } finally {
    await service.close();
    await database.close();
    await direct.close();
  }
}

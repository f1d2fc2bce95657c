import { Command } from 'commander';
import { FUELS, readHourly } from '../seeds/cambridge/files.js';
import { print } from '../src/cli/output.js';
import { counted } from './counted.js';
import { recallsOf, falseAlarmsOf } from './detection.js';
import { detectionLines, togetherOf, type DetectionReport } from './detectionReport.js';
import { archivedMeters, publishedMeters, type PublishedMeter } from './publishedMeters.js';

interface Options {
  readonly seed: number;
  readonly draws: number;
  readonly folder?: string;
  readonly year?: number;
}

export function detectionCommand(): Command {
  return new Command('detection')
    .description('Detection rate of findings: faults injected into real meters, and false alarms in the published data')
    .option('--seed <n>', 'seed of the first days of the faults', counted, 1)
    .option('--draws <n>', 'days drawn for each meter and fault', counted, 6)
    .option('--folder <path>', 'hourly tables of the publisher (doi 10.5281/zenodo.10955332) instead of the sample')
    .option('--year <n>', 'use the archive of single buildings in --folder: this year and the next', counted)
    .action((options: Options) => {
      run(options);
    });
}

/** The rules were developed with the meters at even positions. Those at odd positions are held out. */
function run({ seed, draws, folder, year }: Options): void {
  if (folder === undefined && year !== undefined)
    throw new Error('--year needs --folder with the archive of single buildings.');
  const meters =
    folder === undefined ? sampleMeters() : year === undefined ? publishedMeters(folder) : archivedMeters(folder, year);
  const parts = [
    ['tuning', meters.filter(({ position }) => position % 2 === 0)],
    ['held out', meters.filter(({ position }) => position % 2 === 1)],
  ] as const;
  const measured = parts.map(([name, partMeters]) => ({
    name,
    meters: partMeters.length,
    years: partMeters.reduce((sum, { hours }) => sum + hours.length, 0) / 8_766,
    recalls: recallsOf(partMeters, seed, draws),
    falseAlarms: falseAlarmsOf(partMeters),
  }));
  const report: DetectionReport = { seed, parts: [...measured, togetherOf(measured)] };
  print(false, report, detectionLines(report));
}

function sampleMeters(): readonly PublishedMeter[] {
  return FUELS.flatMap((fuel) => {
    const { hours, values } = readHourly(fuel);
    const first = Math.floor(Date.parse(hours[0] ?? '') / 86_400_000);
    return [...values.values()].map((hours, position) => ({ fuel, position, first, hours }));
  });
}

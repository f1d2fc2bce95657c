import { table } from '../src/cli/output.js';
import type { Result, Spread } from './measure.js';
import type { Computed } from './prepare.js';
import type { Size } from './portfolio.js';
import type { Space, TableSpace } from './space.js';

export interface Report {
  readonly size: Size;
  readonly rounds: number;
  /** Empty if an earlier run has computed the database. */
  readonly computed: readonly Computed[];
  readonly results: readonly Result[];
  readonly space: Space;
  /** Figures that differ from those of the raw rows. */
  readonly wrong: readonly string[];
}

export const TARGET_SHARE = 0.2;

const integer = (value: number): string => Math.round(value).toLocaleString('en');
const ms = (value: number): string => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
const range = ({ p25, p75 }: Spread): string => `${ms(p25)}–${ms(p75)}`;

/** Returns the lines of the report. */
export function reportLines({ size, rounds, computed, results, space, wrong }: Report): readonly string[] {
  return [
    `${integer(size.meters)} half-hourly meters, ${size.days} days, ${rounds} rounds, all cases in turn`,
    ...computed.map(
      ({ what, accounts, records, seconds }) =>
        `computed ${integer(records)} ${what} of ${integer(accounts)} accounts in ${seconds.toFixed(1)} s: ` +
        `${integer(records / seconds)} rows/s`,
    ),
    '',
    ...table(
      ['case', 'median ms', 'p25–p75', 'target', '', 'raw ms', 'p25–p75', 'raw/service', 'statements', 'KB'],
      results.map(({ name, ms: own, targetMs, raw, statements, bytes }) => [
        name,
        ms(own.median),
        range(own),
        targetMs === null ? '' : `${targetMs}`,
        targetMs === null ? '' : own.median <= targetMs ? 'met' : 'MISSED',
        raw ? ms(raw.ms.median) : '',
        raw ? range(raw.ms) : '',
        raw ? `${(raw.ms.median / own.median).toFixed(2)} ×` : '',
        `${statements}`,
        bytes === null ? '' : (bytes / 1024).toFixed(1),
      ]),
    ),
    '',
    'raw: by SQL directly from the records',
    ...results.flatMap(({ name, raw }) => (raw ? [`  ${name}: ${raw.what}`] : [])),
    '',
    ...table(['table', 'rows', 'MB with indexes'], [...space.raw, ...space.computed].map(spaceRow)),
    '',
    `the computed usage takes ${(100 * space.share).toFixed(1)} % of the space of the records (target ${100 * TARGET_SHARE} %): ` +
      (space.share <= TARGET_SHARE ? 'met' : 'MISSED'),
    `bytes per interval: ${space.rawPerInterval.toFixed(1)} as a record, ${space.usagePerInterval.toFixed(1)} computed`,
    wrong.length === 0
      ? 'figures: equal to the raw records'
      : `FIGURES DIFFER from the raw records: ${wrong.join(', ')}`,
  ];
}

function spaceRow({ table: name, rows, bytes }: TableSpace): readonly string[] {
  return [name, integer(rows), (bytes / 1024 ** 2).toFixed(1)];
}

import { BILL_KINDS } from './billKinds.js';
import { type KindRow, counted, often, when, type MessageData } from './kindRow.js';
import { formatQuantity, unitHint, formatFactor, formatPercent } from './phrases.js';

const OWN_HISTORY = 'the account’s own history';

/** The kinds of findings in intervals, registers and use. */
const DATA_KINDS = {
  gap: {
    severity: 'medium',
    meaning: 'interval data is missing for a time between two times with data',
    rule: 'half-hours without data, for as many hours as the threshold and at most 400 days, in an active account that is not virtual',
    thresholds: ['finding-gap-hours'],
    source: 'figures 5, isMissing',
    near: 7,
    describe: (s) => `Interval data is missing ${when(s)} (${counted(s.hours, 'hour')}${often(s)}).`,
  },
  late: {
    severity: 'high',
    meaning:
      'an account has no new interval data, but other accounts of its entity (without an entity: of its company) have',
    rule: 'the other accounts have newer data, by at least the days of the threshold and by more than twice the longest gap in the account’s last 90 days of data',
    thresholds: ['finding-late-days'],
    source: 'the account’s usual gaps, compared with accounts that every viewer of the finding may see',
    near: null,
    describe: ({ dates }) =>
      `No interval data has come since ${dates.first}, while other meters have data up to ${dates.last}.`,
  },
  'flat-line': {
    severity: 'medium',
    meaning: 'a meter shows the same non-zero value for a day or more',
    rule: 'whole days (UTC) with one value, at most 28, if at most a tenth of the days in the 4 weeks before had one value. Except for electricity, the value must be a fifth above the usual daily minimum, and the usual daily maximum must be half above that minimum',
    thresholds: ['finding-flat-line-days'],
    source: OWN_HISTORY,
    near: 7,
    describe: (s) =>
      `Each half-hour has the same value, ${formatQuantity(s, 'value')}, ${when(s)}${often(s)}: the meter may be stuck.`,
  },
  'zero-run': {
    severity: 'medium',
    meaning: 'use of electricity or water is zero for days, for the first time',
    rule: 'whole days of zeros, if no day in the 4 weeks before was zero',
    thresholds: ['finding-zero-run-days'],
    source: OWN_HISTORY,
    near: 7,
    describe: (s) => `No use ${when(s)}, for the first time in 4 weeks: the meter may be stuck or off.`,
  },
  spike: {
    severity: 'medium',
    meaning: 'a value is far above the usual maximum of the account',
    rule: 'a half-hour above the threshold times the third highest daily maximum of 8 weeks, and above their median by 10 deviations (MAD × 1.4826); not if the use stays at this level for a week, nor on the first day of a season of gas, heating or cooling',
    thresholds: ['finding-spike-times'],
    source: 'median absolute deviation (Hampel identifier)',
    near: 28,
    describe: (s) => `Spike ${when(s)}${often(s)}: ${s.quantity ?? ''} above the usual maximum.`,
  },
  negative: {
    severity: 'medium',
    meaning: 'the quantity of a meter of use is negative',
    rule: 'a half-hour below zero, except for temperature',
    thresholds: [],
    source: 'a register of use only rises',
    near: 28,
    describe: (s) => `Use is below zero ${when(s)}${often(s)}: ${s.quantity ?? ''}.`,
  },
  'register-fall': {
    severity: 'medium',
    meaning: 'a register fell, and the readings give no reason',
    rule: 'a reading below the previous one, without meterReset, quantity or registerDigits: the days between have no use. Or a glitch: up to 3 readings far below the previous reading or far above the next one, after which the register continues from its old level: no day from the previous to the next reading has use',
    thresholds: [],
    source: 'figures 4, readings',
    near: null,
    describe: (s) => describeRegister(s),
  },
  'register-jump': {
    severity: 'high',
    meaning: 'a register rises far more than the account’s largest use, and then rises as before',
    rule: 'the daily use between two readings is more than the threshold times the largest use of any other day with readings, and neither meterReset nor quantity explains it. Needs at least 3 other days with readings, some before and some after. The rise counts as use',
    thresholds: ['finding-register-jump-times', 'finding-register-jump-kwh', 'finding-register-jump-m3'],
    source: 'the account’s own readings; figures 4, readings',
    near: null,
    describe: (s) =>
      `A register jumped from ${s.text('before')} to ${s.text('after')} ${when(s)}: ${s.quantity ?? ''} in ${counted(s.days, 'day')}, usually at most ${formatQuantity(s, 'usual')}. It counts until you correct the reading.`,
  },
  'estimated-run': {
    severity: 'low',
    meaning: 'interval data is estimated for weeks',
    rule: 'as many days in a row as the threshold, each at least half estimated',
    thresholds: ['finding-estimated-run-days'],
    source: 'the flag isEstimated',
    near: 7,
    describe: (s) => `Data is estimated ${when(s)} (${counted(s.days, 'day')} in a row).`,
  },
  'duplicate-records': {
    severity: 'low',
    meaning: 'several interval records of one account cover the same time',
    rule: 'records with the same start and end and different identifiers; records of the source custom are compared separately. The last record counts',
    thresholds: [],
    source: 'figures 4, intervals',
    near: 28,
    describe: (s) =>
      `Several records cover the same half-hours ${when(s)}: ${s.text('records')} too many. The last one counts.`,
  },
  'unit-suspect': {
    severity: 'high',
    meaning: 'values changed by a factor that is typical of a wrong unit',
    rule: 'from one day to the next, the median of the used days of 2 weeks rises or falls by a factor of 1,000, 29.3, 11.2 or 3.6. Daily maxima and minima change by the same factor; for gas, heating and cooling, a change of the maxima by 29.3 is enough. With a factor below 1,000, the level lasts longer than a holiday. For gas, heating and cooling, the same months of the year before (without data: earlier weeks and months) have no such levels, and no season is ending. Or gas for heating is less per m² and year than the threshold',
    thresholds: ['finding-unit-suspect-gas-kwh'],
    source: 'unit conversions of figures 3; CIBSE TM46: 120 kWh/m² and more of heat',
    near: 31,
    describe: (s) => describeUnitStep(s),
  },
  'baseload-rise': {
    severity: 'medium',
    meaning: 'always-on use rose and stays high',
    rule: 'the lowest half-hour of each of 14 days is above that of all 28 days before, and the median is above theirs by the threshold. None of these days has a change of unit (unit-suspect). Electricity and water only',
    thresholds: ['finding-baseload-rise-percent'],
    source: OWN_HISTORY,
    near: 28,
    describe: (s) =>
      `Always-on use rose by ${formatPercent(s.share ?? 0)} on ${s.dates.first}: ${formatQuantity(s, 'after')} per half-hour, before ${formatQuantity(s, 'before')}.${unitHint(s)}`,
  },
  'night-use': {
    severity: 'low',
    meaning: 'use at night is unusually high: equipment may have been left on',
    rule: 'use from 0:00 to 5:00 in the time zone of the asset is above that of all nights of the 8 weeks before, and above their median by the thresholds, both in total and relative to the rest of the day. None of these days has a change of unit (unit-suspect). Electricity and water only',
    thresholds: [
      'finding-night-use-percent',
      'finding-night-use-kwh',
      'finding-night-use-m3',
      'finding-night-use-cost',
    ],
    source: OWN_HISTORY,
    near: 7,
    describe: (s) => `${describeUnusual(s, 'Night', 'Nights')}${unitHint(s)}`,
  },
  'weekend-use': {
    severity: 'low',
    meaning: 'use on a weekend day is as high as on a working day',
    rule: 'use on a Saturday or Sunday in the time zone of the asset is above that of all such days of the 8 weeks before, and above their median by the thresholds, both in total and relative to the working days of the week before. It is at least nine tenths of these. None of these days has a change of unit (unit-suspect). Electricity and water only',
    thresholds: [
      'finding-weekend-use-percent',
      'finding-weekend-use-kwh',
      'finding-weekend-use-m3',
      'finding-weekend-use-cost',
    ],
    source: OWN_HISTORY,
    near: 14,
    describe: (s) => `${describeUnusual(s, 'Weekend day', 'Weekend days')}${unitHint(s)}`,
  },
} as const satisfies Readonly<Record<string, KindRow>>;

/** The closed table of the kinds of findings. docs/findings.md shows an example of each. */
export const KINDS = { ...DATA_KINDS, ...BILL_KINDS } as const satisfies Readonly<Record<string, KindRow>>;

export type FindingKind = keyof typeof KINDS;

/** The names of the kinds, in the order of lists. */
export const KIND_NAMES = Object.keys(KINDS) as readonly FindingKind[];

/** Returns the table row of a kind. */
export function kindRow(kind: FindingKind): KindRow {
  return KINDS[kind];
}

/** Returns for example `A register fell from 800 to 600 …` or `A register showed 0 between 13,412 and 13,424 …`. */
function describeRegister(s: MessageData): string {
  const glitch = s.text('glitch');
  const [before, after] = [s.text('before'), s.text('after')];
  const change = glitch === '' ? `fell from ${before} to ${after}` : `showed ${glitch} between ${before} and ${after}`;
  return `A register ${change} ${when(s)}: no use counts for ${counted(s.days, 'day')}.`;
}

/** Returns for example `Night of 24 Apr 2024: 4.9 kWh, usually 0.5 kWh.` */
function describeUnusual(s: MessageData, one: string, several: string): string {
  const cost = s.cost === null ? '' : ` (${s.cost})`;
  if (s.observations === 1)
    return `${one} of ${s.dates.all}: ${formatQuantity(s, 'value')}, usually ${formatQuantity(s, 'usual')}${cost}.`;
  return `${several} of ${s.dates.all}: ${s.quantity ?? ''} more than usual${cost}, ${s.observations} times.`;
}

/**
 * Returns for example `Use from 24 Apr 2024 is about a thousandth of that of the days before: 0.15 kWh a day, before
 * 154 kWh. …`
 */
function describeUnitStep(s: MessageData): string {
  const perArea = s.value('perArea');
  if (perArea !== null) {
    return `Heating takes ${s.text('perArea')} kWh/m² ${when(s)}, as if m³ of gas were read as kWh: the unit may be wrong.`;
  }
  const factor = formatFactor(s.value('factor') ?? 1);
  if (s.value('yearBefore') !== null) {
    const levels = `${formatQuantity(s, 'after')} a day, a year before ${formatQuantity(s, 'yearBefore')}`;
    return `Use from ${s.dates.first} is ${factor} that of the year before: ${levels}. The unit may be wrong: ${s.text('unitPair')}.`;
  }
  const level = `${formatQuantity(s, 'after')} a day, before ${formatQuantity(s, 'before')}`;
  return `Use from ${s.dates.first} is ${factor} that of the days before: ${level}. The unit may be wrong: ${s.text('unitPair')}.`;
}

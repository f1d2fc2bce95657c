import { counted, often, when, type KindRow, type MessageData } from './kindRow.js';
import { formatQuantity, unitHint, formatFactor, formatPercent } from './phrases.js';

const OWN_HISTORY = 'the account’s own history';

/** The kinds of findings in intervals, registers and use. */
export const DATA_KINDS = {
  gap: {
    severity: 'medium',
    meaning: 'interval data is missing between data of before and after',
    rule: 'slots that nothing covers, for the hours of the threshold, in an account that is in use and not virtual; 400 days at most',
    thresholds: ['finding-gap-hours'],
    source: 'figures 5, isMissing',
    near: 7,
    describe: (s) => `Interval data is missing ${when(s)} (${counted(s.hours, 'hour')}${often(s)}).`,
  },
  late: {
    severity: 'high',
    meaning:
      'no new interval data, while other accounts of its entity have some, or of its company where it has no entity',
    rule: 'the newest interval data of these accounts is later by the days of the threshold, and by more than twice the longest gap of the account’s last 90 days of data',
    thresholds: ['finding-late-days'],
    source: 'the account’s own rhythm, beside accounts that whoever sees it sees',
    near: null,
    describe: ({ dates }) =>
      `No interval data has come since ${dates.first}, while other meters have data up to ${dates.last}.`,
  },
  'flat-line': {
    severity: 'medium',
    meaning: 'a meter shows the same value that is not zero for a day or more',
    rule: 'whole days (UTC) of one value, in an account of which at most a tenth of the days of 4 weeks before were so; in anything but electricity a value a fifth above the account’s lowest, where its half-hours differ by half; 28 days are looked at',
    thresholds: ['finding-flat-line-days'],
    source: OWN_HISTORY,
    near: 7,
    describe: (s) =>
      `Each half-hour has the same value, ${formatQuantity(s, 'value')}, ${when(s)}${often(s)}: the meter may be stuck.`,
  },
  'zero-run': {
    severity: 'medium',
    meaning: 'electricity or water is zero for days, where it never was before',
    rule: 'whole days of zeros, in an account without such a day in the 4 weeks before',
    thresholds: ['finding-zero-run-days'],
    source: OWN_HISTORY,
    near: 7,
    describe: (s) => `No use ${when(s)}, for the first time in 4 weeks: the meter may be stuck or off.`,
  },
  spike: {
    severity: 'medium',
    meaning: 'a value far above what the account ever has',
    rule: 'a half-hour above the threshold times the third highest daily maximum of 8 weeks, and above their median by 10 deviations (MAD × 1.4826); a level that stays for the week after is none, nor is the first day of a season of gas, heating or cooling',
    thresholds: ['finding-spike-times'],
    source: 'median absolute deviation (Hampel identifier)',
    near: 28,
    describe: (s) => `Spike ${when(s)}${often(s)}: ${s.quantity ?? ''} above the usual maximum.`,
  },
  negative: {
    severity: 'medium',
    meaning: 'a negative quantity, which no meter of use shows',
    rule: 'a half-hour below zero, in anything but temperature',
    thresholds: [],
    source: 'a register of use only rises',
    near: 28,
    describe: (s) => `Use is below zero ${when(s)}${often(s)}: ${s.quantity ?? ''}.`,
  },
  'register-fall': {
    severity: 'medium',
    meaning: 'a register shows less than before, and nothing says why',
    rule: 'a reading below the one before without meterReset, quantity or registerDigits: the days between count nothing. Or a glitch: up to 3 readings far below the one before them or far above the one after them, where the register goes on from its old level: no day from the reading before to the one after counts anything',
    thresholds: [],
    source: 'figures 4, readings',
    near: null,
    describe: (s) => describeRegister(s),
  },
  'register-jump': {
    severity: 'high',
    meaning: 'a register rises far beyond what the account ever uses, and then goes on as before',
    rule: 'the use of a day between two readings is more than the threshold times the largest use of any other day that readings cover, with 3 such days at least, some before and some after, and neither meterReset nor quantity explains it. The rise counts',
    thresholds: ['finding-register-jump-times', 'finding-register-jump-kwh', 'finding-register-jump-m3'],
    source: 'the account’s own readings; figures 4, readings',
    near: null,
    describe: (s) =>
      `A register jumped from ${s.text('before')} to ${s.text('after')} ${when(s)}: ${s.quantity ?? ''} in ${counted(s.days, 'day')}, usually at most ${formatQuantity(s, 'usual')}. It counts until you correct the reading.`,
  },
  'estimated-run': {
    severity: 'low',
    meaning: 'interval data is estimated for weeks',
    rule: 'days of which at least half is estimated, as many in a row as the threshold',
    thresholds: ['finding-estimated-run-days'],
    source: 'the flag isEstimated',
    near: 7,
    describe: (s) => `Data is estimated ${when(s)} (${counted(s.days, 'day')} in a row).`,
  },
  'duplicate-records': {
    severity: 'low',
    meaning: 'several interval records of one account are of the same time',
    rule: 'the same start and end under different identifiers, those of the source custom by themselves; the last one counts',
    thresholds: [],
    source: 'figures 4, intervals',
    near: 28,
    describe: (s) =>
      `Several records cover the same half-hours ${when(s)}: ${s.text('records')} too many. The last one counts.`,
  },
  'unit-suspect': {
    severity: 'high',
    meaning: 'values are wrong by a factor that a wrong unit makes',
    rule: 'the median used day of 2 weeks is 1,000, 29.3, 11.2 or 3.6 times that of the 2 weeks before, or the part, from one day to the next; daily maxima and minima change alike, or of gas, heating and cooling the maxima by 29.3; below 1,000 the level holds for longer than a holiday. Gas, heating and cooling: neither the same months of the year before nor, where these are not known, earlier weeks and months have such levels, and no season was ending. Or gas for heating that is less per m² of a year than the threshold',
    thresholds: ['finding-unit-suspect-gas-kwh'],
    source: 'unit conversions of figures 3; CIBSE TM46: 120 kWh/m² and more of heat',
    near: 31,
    describe: (s) => describeUnitStep(s),
  },
  'baseload-rise': {
    severity: 'medium',
    meaning: 'what is always on has become more, and stays so',
    rule: 'the lowest half-hour of each of 14 days is above those of all 28 days before, and their median by the threshold, and no day of these begins with a step of unit-suspect; electricity and water',
    thresholds: ['finding-baseload-rise-percent'],
    source: OWN_HISTORY,
    near: 28,
    describe: (s) =>
      `Always-on use rose by ${formatPercent(s.share ?? 0)} on ${s.dates.first}: ${formatQuantity(s, 'after')} per half-hour, before ${formatQuantity(s, 'before')}.${unitHint(s)}`,
  },
  'night-use': {
    severity: 'low',
    meaning: 'something was left on over night',
    rule: 'use from 0:00 to 5:00 in the time zone of the asset is above that of all nights of the 8 weeks before, and of their median by the thresholds, by itself and beside the rest of the day, and no day of these begins with a step of unit-suspect; electricity and water',
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
    meaning: 'a weekend was used like working days',
    rule: 'use of a Saturday or Sunday in the time zone of the asset is above that of all such days of the 8 weeks before, and of their median by the thresholds, by itself and beside the working days of the week before, of which it is nine tenths at least, and no day of these begins with a step of unit-suspect; electricity and water',
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

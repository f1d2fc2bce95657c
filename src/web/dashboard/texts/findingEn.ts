import { counted } from '../format/words.js';
import type { Facts } from './facts.js';

/** All kinds, in the order of docs/findings.md. */
const kinds = {
  gap: 'Gap in the data',
  late: 'Late data',
  'flat-line': 'Flat line',
  'zero-run': 'Days of zeros',
  spike: 'Spike',
  negative: 'Negative values',
  'register-fall': 'Register fell',
  'register-jump': 'Register jumped',
  'estimated-run': 'Estimated for a long time',
  'duplicate-records': 'Duplicate records',
  'unit-suspect': 'Unit may be wrong',
  'baseload-rise': 'Baseload rose',
  'night-use': 'Use at night',
  'weekend-use': 'Use at a weekend',
  'bill-duplicate': 'Billed twice',
  'bill-overlap': 'Bills overlap',
  'bill-gap': 'Bill missing',
  'bill-too-long': 'Bill covers too many days',
  'bill-estimated': 'Estimated bills',
  'bill-units-differ': 'Bill and meter differ',
  'bill-sum-differs': 'Bill does not add up',
  'bill-line-differs': 'Bill line is wrong',
  'bill-rate-changed': 'Rate changed',
  'bill-price-changed': 'Price changed',
  'bill-tax-differs': 'Tax rate differs',
  'bill-after-contract': 'Outside any contract',
};

/** A kind of findings with texts on the page. */
export type FindingKind = keyof typeof kinds;

const days = (number: number): string => counted(number, 'day', 'days');
const hours = (number: number): string => counted(number, 'hour', 'hours');
const bills = (f: Facts): string => (f.hasMoreBills ? `${f.bills} or more bills` : counted(f.bills, 'bill', 'bills'));
const moreOrLess = (percent: string, share: number): string => `${percent} ${share < 0 ? 'less' : 'more'}`;
const tooMuch = (f: Facts, difference: number): string =>
  `${f.money(Math.abs(difference))} too ${difference < 0 ? 'little' : 'much'}`;
/** From this excess on (10 = +1,000 %), a wrong unit is more likely than real use. */
const unitHint = ({ share }: Facts): string =>
  share !== null && share >= 10 ? ' Is the unit or multiplier wrong?' : '';
const inBrackets = (text: string | null): string => (text === null ? '' : ` (${text})`);

/** English sentences about findings, one function per kind. Null: the finding lacks evidence for it. */
const sentences = {
  gap: (f) => {
    const length = f.isEvidenceComplete ? f.sum('hours') : null;
    return `Interval data is missing on ${f.days}${inBrackets(length === null ? null : hours(length))}.`;
  },
  late: (f) => `No interval data has come since ${f.first}, while other meters have data up to ${f.last}.`,
  'flat-line': (f) => {
    const value = f.amount('value');
    return value && `Each half-hour has the same value, ${value}, on ${f.days}: the meter may be stuck.`;
  },
  'zero-run': (f) => `The meter shows zero on ${f.days}, for the first time in 4 weeks: it may be stuck or off.`,
  spike: (f) => f.quantity && `Spike on ${f.days}: ${f.quantity} above the usual maximum.`,
  negative: (f) => f.quantity && `Use is below zero on ${f.days}: ${f.quantity}.`,
  'register-fall': (f) => {
    const [before, after, glitch] = [f.number('before'), f.number('after'), f.number('glitch')];
    if (before === null || after === null) return null;
    const change =
      glitch === null ? `fell from ${before} to ${after}` : `showed ${glitch} between ${before} and ${after}`;
    return `A register ${change} on ${f.days}: no use counts for ${days(f.dayCount)}.`;
  },
  'register-jump': (f) => {
    const [before, after, usual] = [f.number('before'), f.number('after'), f.amount('usual')];
    if (before === null || after === null || usual === null || f.quantity === null) return null;
    return `A register jumped from ${before} to ${after} on ${f.days}: ${f.quantity} in ${days(f.dayCount)}, usually at most ${usual}. It counts until you correct the reading.`;
  },
  'estimated-run': (f) => `Data is estimated on ${f.days} (${days(f.dayCount)} in a row).`,
  'duplicate-records': (f) => {
    const records = f.isEvidenceComplete ? f.sum('records') : null;
    const many = records === null ? '' : `: ${counted(records, 'record', 'records')} too many`;
    return `Several records cover the same half-hours on ${f.days}${many}. The last one counts.`;
  },
  'unit-suspect': (f) => {
    const perArea = f.number('perArea');
    if (perArea !== null) {
      return `Heating takes ${perArea} kWh/m² on ${f.days}, as if m³ of gas were read as kWh: the unit may be wrong.`;
    }
    const [factor, after, pair] = [f.value('factor'), f.amount('after'), f.text('unitPair')];
    const [before, year] = [f.amount('before'), f.amount('yearBefore')];
    const earlier = before ?? year;
    if (factor === null || after === null || earlier === null || pair === null) return null;
    const times =
      factor < 1 ? `about 1/${Number((1 / factor).toPrecision(3))} of` : `about ${Number(factor.toPrecision(3))} times`;
    const than = year === null ? 'that of the days before' : 'that of the year before';
    return `From ${f.first} on, use is ${times} ${than}: ${after} a day, ${year === null ? 'before' : 'a year before'} ${earlier}. The unit may be wrong: ${pair}.`;
  },
  'baseload-rise': (f) => {
    const [before, after] = [f.amount('before'), f.amount('after')];
    if (before === null || after === null || f.percent === null) return null;
    return `Always-on use rose by ${f.percent} on ${f.first}: ${after} each half-hour, before ${before}.${unitHint(f)}`;
  },
  'night-use': (f) => unusual(f, 'Night', 'Nights'),
  'weekend-use': (f) => unusual(f, 'Weekend day', 'Weekend days'),
  'bill-duplicate': (f) => `${bills(f)} are the same for ${f.days}${f.cost === null ? '' : `: ${f.cost} too much`}.`,
  'bill-overlap': (f) => `Two bills cover ${f.days} (${days(f.dayCount)}).`,
  'bill-gap': (f) => `No bill covers ${f.days} (${days(f.dayCount)}).`,
  'bill-too-long': (f) => `One bill covers ${days(f.dayCount)}: ${f.days}.`,
  'bill-estimated': (f) => `${bills(f)} in a row have estimated readings: ${f.days}.`,
  'bill-units-differ': (f) => {
    if (f.count('billed') > 1) {
      if (f.quantity === null || f.percent === null) return null;
      return `Billed and metered differ for ${f.days}, ${bills(f)}: ${f.quantity} in all, by up to ${f.percent}.`;
    }
    const [billed, metered] = [f.amount('billed'), f.amount('metered')];
    if (billed === null || metered === null) return null;
    const share = f.percent === null || f.share === null ? '' : `: ${moreOrLess(f.percent, f.share)}`;
    return `Billed ${billed}, metered ${metered} for ${f.days}${share}.`;
  },
  'bill-sum-differs': (f) => {
    const [net, tax, total, lines] = [f.value('net'), f.value('tax'), f.value('total'), f.value('lines')];
    const difference = f.value('difference');
    if (difference === null) return null;
    const much = tooMuch(f, difference);
    if (lines !== null) {
      const netName = net === null ? 'the total before tax' : 'the net cost';
      return `Bill for ${f.days}: the rate lines come to ${f.money(lines)}, ${netName} is ${f.money(lines + difference)}: ${much}.`;
    }
    if (net === null || tax === null || total === null) return null;
    return `Bill for ${f.days}: net ${f.money(net)} and tax ${f.money(tax)} come to ${f.money(net + tax)}, the total is ${f.money(total)}: ${much}.`;
  },
  'bill-line-differs': (f) => {
    const words = describeLine(f);
    const others = (f.value('wrongLines') ?? 1) - 1;
    const more =
      others === 0 ? '' : ` ${counted(others, 'more line', 'more lines')} ${others === 1 ? 'is' : 'are'} wrong.`;
    return words && `Bill for ${f.days}: ${words}.${more}`;
  },
  'bill-rate-changed': (f) => {
    const [name, before, after] = [f.text('rateName'), f.value('before'), f.value('after')];
    if (name === null || before === null || after === null || f.percent === null) return null;
    const [by, others] = f.count('rateName') > 1 ? ['', ', and other rates changed'] : [` by ${f.percent}`, ''];
    return `The rate ${name} ${after < before ? 'fell' : 'rose'}${by} on the bill for ${f.days}, from ${f.rate(before)} to ${f.rate(after)}${others}.`;
  },
  'bill-price-changed': (f) => {
    const [before, after] = [f.value('before'), f.value('after')];
    if (before === null || after === null || f.percent === null || f.share === null) return null;
    return `1 ${f.unit ?? 'unit'} costs ${f.rate(after)} on the bill for ${f.days}, ${f.rate(before)} on the bill before: ${moreOrLess(f.percent, f.share)}${inBrackets(f.cost)}.`;
  },
  'bill-tax-differs': (f) => {
    const [percent, before] = [f.number('percent'), f.number('before')];
    const than = before === null ? 'which is above every rate of the country' : `on the bill before ${before}%`;
    return percent && `Bill for ${f.days}: tax is ${percent}% of the net cost, ${than}${inBrackets(f.cost)}.`;
  },
  'bill-after-contract': (f) =>
    `${bills(f)} ${f.bills === 1 ? 'is' : 'are'} outside any contract on ${f.days}${inBrackets(f.cost)}.`,
} as const satisfies Readonly<Record<FindingKind, (facts: Facts) => string | null>>;

function unusual(f: Facts, one: string, several: string): string | null {
  if (f.count('value') === 1) {
    const [value, usual] = [f.amount('value'), f.amount('usual')];
    if (value === null || usual === null) return null;
    return `${one} of ${f.days}: ${value}, usually ${usual}${inBrackets(f.cost)}.${unitHint(f)}`;
  }
  return f.quantity && `${several} of ${f.days}: ${f.quantity} more than usual${inBrackets(f.cost)}.${unitHint(f)}`;
}

function describeLine(f: Facts): string | null {
  const [name, fault, billed, expected] = [f.text('line'), f.text('fault'), f.value('billed'), f.value('expected')];
  const [quantity, unitRate, billDays] = [f.value('quantity'), f.value('unitRate'), f.value('days')];
  if (name === null) return null;
  const difference = billed === null || expected === null ? 0 : billed - expected;
  const much = difference === 0 ? '' : `: ${tooMuch(f, difference)}`;
  if (fault === 'negative') {
    const charge = billed ?? unitRate;
    return charge === null ? null : `${name} is negative, ${f.money(charge)}${much}`;
  }
  if (fault === 'days') {
    if (quantity === null || billDays === null) return null;
    return `${name} is for ${days(quantity)}, the bill for ${days(billDays)}${much}`;
  }
  if (quantity === null || unitRate === null || expected === null || billed === null) return null;
  const unit = f.text('lineUnits');
  return `${name}: ${f.number('quantity') ?? ''}${unit === null ? '' : ` ${unit}`} at ${f.rate(unitRate)} are ${f.money(expected)}, billed ${f.money(billed)}${much}`;
}

/** English texts about single findings. */
export const findingEn = {
  kinds,
  sentences: sentences as Readonly<Record<FindingKind, (facts: Facts) => string | null>>,
  severity: (severity: string) => `Severity: ${severity}`,
  unknown: (id: string) => `There is no finding “${id}” that this key may see.`,
  next: 'What to do next',
  charts: 'Show the charts of the meter for this time',
  dismissCommand: (id: string) => `udg findings dismiss ${id} --reason "…"`,
  dismiss: 'If it is harmless, the operator of the service can dismiss it:',
  evidence: 'Evidence',
  evidenceAbout: 'The figures behind the finding. Times are local to the site, or marked UTC.',
  days: 'Time',
  quantity: 'Quantity',
  share: 'Compared with the expected value',
  fact: 'Fact',
  value: 'Value',
  daysUnit: 'days',
  barsAlt: (measure: string, time: string) => `Bars of ${measure} in ${time}; the time of the finding is outlined.`,
  bills: (shown: number, total: number) =>
    `The bills of the finding${total > shown ? `; the first ${shown} of ${total} are here` : ''}.`,
  lastBill: 'The rate lines and the check belong to the last bill,',
  history: {
    title: 'History',
    about: 'Times are UTC.',
    firstSeen: 'First seen',
    changed: 'Last changed',
    resolved: 'Resolved',
  },
  /** Names of the evidence. */
  facts: {
    hours: 'Without data',
    value: 'Value',
    usual: 'Usual',
    before: 'Before',
    after: 'After',
    glitch: 'Wrong reading',
    registerId: 'Register',
    records: 'Records too many',
    factor: 'Factor',
    unitPair: 'Units',
    yearBefore: 'A year before',
    perArea: 'Per area',
    last: 'Last data',
    newest: 'Newest data of other meters',
    invoice: 'Bill',
    billed: 'Billed',
    metered: 'Metered',
    difference: 'Difference',
    net: 'Net cost',
    tax: 'Tax',
    total: 'Total',
    lines: 'Sum of the rate lines',
    line: 'Rate line',
    fault: 'Fault',
    lineUnits: 'Unit of the line',
    quantity: 'Quantity of the line',
    unitRate: 'Rate',
    expected: 'Expected cost',
    days: 'Days of the bill',
    wrongLines: 'Wrong lines',
    rateName: 'Rate',
    percent: 'Tax rate',
  },
  faults: { cost: 'not quantity × rate', negative: 'a negative charge', days: 'different days from the bill' },
  /** Findings by cause. */
  summary: {
    title: 'Findings by cause',
    openTitle: 'Open findings by cause',
    about: 'Problems in data and bills. Select a cause to see its findings.',
    none: 'There is no open finding.',
    first: (number: number) => `Here are the ${number} most severe`,
    cause: 'Cause',
    accounts: 'Meters',
  },
  /** What to do next, by kind. */
  todo: {
    gap: 'Ask the data collector for the missing hours and import them. If the meter was off, dismiss the finding.',
    late: 'Ask the data collector why the data stopped. Check whether the meter was exchanged or its connection failed.',
    'flat-line':
      'Compare the meter’s display with the data. If the value is stuck, have the meter or its logger repaired.',
    'zero-run': 'Check whether the supply was off. If it was on, have the meter or its logger repaired.',
    spike: 'Ask the site what happened at that time. If nothing happened, ask the data collector to correct the value.',
    negative:
      'Check the wiring of the meter, and whether the site exports energy. Ask the data collector to correct the value.',
    'register-fall': 'Check the readings. If the meter was exchanged, import the reading with meterReset.',
    'register-jump': 'Read the meter and correct the reading. The jump counts as use until you correct it.',
    'estimated-run': 'Read the meter, and ask the data collector why values are estimated.',
    'duplicate-records': 'Find out which files contain these records, and delete the wrong records.',
    'unit-suspect':
      'Compare the data with a bill or the meter’s display. Correct the unit or multiplier and import again.',
    'baseload-rise':
      'Ask the site what has run all the time since that day, for example because of a timer, a setpoint or a new machine.',
    'night-use': 'Ask the site which equipment was left on that night, and check the timers.',
    'weekend-use': 'Ask the site whether it was in use that weekend. If it was not, check the timers.',
    'bill-duplicate': 'Pay one of the bills, and ask the supplier to cancel the other.',
    'bill-overlap': 'Ask the supplier to bill the shared days once.',
    'bill-gap': 'Ask the supplier for the missing bill, or import it.',
    'bill-too-long': 'Ask the supplier why the bill covers so many days, and check its readings.',
    'bill-estimated': 'Send the supplier a reading, and ask for a corrected bill.',
    'bill-units-differ': 'Compare the readings on the bill with the meter, and dispute the bill if they differ.',
    'bill-sum-differs': 'Ask the supplier for a corrected bill before you pay.',
    'bill-line-differs': 'Ask the supplier for a corrected bill before you pay.',
    'bill-rate-changed': 'Compare the rate with your contract.',
    'bill-price-changed': 'Compare the price with your contract, and look for new charges.',
    'bill-tax-differs': 'Check which tax rate applies to the site, and ask the supplier to correct it.',
    'bill-after-contract':
      'Check when the contract ended. Import the new contract, or sign one: rates without a contract are higher.',
  } satisfies Readonly<Record<FindingKind, string>>,
};

/** Texts about single findings; a language with a missing kind does not compile. */
export type FindingTexts = typeof findingEn;

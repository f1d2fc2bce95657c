import { counted, type MessageData } from './kindRow.js';
import { formatNumber } from './numbers.js';
import { formatQuantity, formatPercent } from './phrases.js';

/** Decimals of a unit rate. */
const RATE_DIGITS = 6;

/** Returns for example `£37.50 too much` or `£37.50 too little`. */
export function tooMuch(difference: number, money: MessageData['money']): string {
  return `${money(Math.abs(difference))} too ${difference < 0 ? 'little' : 'much'}`;
}

/** Returns for example `78 % more` or `2 % less`. */
export function moreOrLess(share: number): string {
  return `${formatPercent(share)} ${share < 0 ? 'less' : 'more'}`;
}

export function describeUnits(s: MessageData): string {
  if (s.observations > 1) {
    return `Billed and metered differ for ${s.dates.all}, ${s.bills} bills: ${s.quantity ?? ''} in all, by up to ${formatPercent(s.share ?? 0)}.`;
  }
  const share = s.share === null ? '' : `: ${moreOrLess(s.share)}`;
  return `Billed ${formatQuantity(s, 'billed')}, metered ${formatQuantity(s, 'metered')} for ${s.dates.all}${share}.`;
}

/** Sums of the parts of a bill. */
export interface SumParts {
  readonly net: number | null;
  readonly tax: number | null;
  readonly total: number | null;
  readonly lines: number | null;
  /** The total minus net cost and tax, or the net cost minus the lines. */
  readonly difference: number;
}

/** Returns for example `net £100.00 and tax £20.00 come to £120.00, the total is £125.00: £5.00 too much`. */
export function sumSentence({ net, tax, total, lines, difference }: SumParts, money: MessageData['money']): string {
  if (lines === null) {
    const sum = `net ${money(net ?? 0)} and tax ${money(tax ?? 0)} come to ${money((net ?? 0) + (tax ?? 0))}`;
    return `${sum}, the total is ${money(total ?? 0)}: ${tooMuch(difference, money)}`;
  }
  const netName = net === null ? 'the total before tax' : 'the net cost';
  return `the rate lines come to ${money(lines)}, ${netName} is ${money(lines + difference)}: ${tooMuch(difference, money)}`;
}

export function describeSum(s: MessageData): string {
  const parts = { net: s.value('net'), tax: s.value('tax'), total: s.value('total'), lines: s.value('lines') };
  const words = sumSentence({ ...parts, difference: s.value('difference') ?? 0 }, s.money);
  return `Bill for ${s.dates.all}: ${words}.`;
}

export function describeRate(s: MessageData): string {
  const [before, after] = [s.value('before') ?? 0, s.value('after') ?? 0];
  const change = `${after < before ? 'fell' : 'rose'} by ${formatPercent(before === 0 ? 0 : after / before - 1)}`;
  const more = s.observations === 1 ? '' : `, and ${counted(s.observations - 1, 'other rate')} changed`;
  const values = `from ${s.money(before, RATE_DIGITS)} to ${s.money(after, RATE_DIGITS)}`;
  return `The rate ${s.text('rateName')} ${change} on the bill for ${s.dates.all}, ${values}${more}.`;
}

/** Evidence of a wrong rate line. */
export interface LineFacts {
  readonly name: string;
  readonly fault: string;
  readonly quantity: number | null;
  readonly units: string | null;
  readonly unitRate: number | null;
  readonly billed: number | null;
  readonly expected: number | null;
  readonly days: number | null;
}

/** Returns for example `Energy: 10,000 kwh at £0.20 are £2,000.00, billed £4,000.00: £2,000.00 too much`. */
export function lineSentence(line: LineFacts, money: MessageData['money']): string {
  const { name, fault, quantity, units, unitRate, billed, expected, days } = line;
  const difference = billed === null || expected === null ? null : billed - expected;
  const wrong = difference === null || difference === 0 ? '' : `: ${tooMuch(difference, money)}`;
  switch (fault) {
    case 'negative':
      return `${name} is negative, ${money(billed ?? unitRate ?? 0)}${wrong}`;
    case 'days':
      return `${name} is for ${counted(quantity ?? 0, 'day')}, the bill for ${counted(days ?? 0, 'day')}${wrong}`;
    default: {
      const rate = money(unitRate ?? 0, RATE_DIGITS);
      const unit = units === null ? '' : ` ${units}`;
      return `${name}: ${formatNumber(quantity ?? 0)}${unit} at ${rate} are ${money(expected ?? 0)}, billed ${money(billed ?? 0)}${wrong}`;
    }
  }
}

export function describeLine(s: MessageData): string {
  const line: LineFacts = {
    ...{
      name: s.text('line'),
      fault: s.text('fault'),
      quantity: s.value('quantity'),
      units: s.text('lineUnits') || null,
    },
    ...{
      unitRate: s.value('unitRate'),
      billed: s.value('billed'),
      expected: s.value('expected'),
      days: s.value('days'),
    },
  };
  const others = (s.value('wrongLines') ?? 1) - 1;
  const more = others === 0 ? '' : ` ${counted(others, 'more line')} ${others === 1 ? 'is' : 'are'} wrong.`;
  return `Bill for ${s.dates.all}: ${lineSentence(line, s.money)}.${more}`;
}

export function describePrice(s: MessageData): string {
  const [before, after] = [s.value('before') ?? 0, s.value('after') ?? 0];
  const unit = s.units ?? 'unit';
  const prices = `1 ${unit} costs ${s.money(after, 4)} on the bill for ${s.dates.all}, ${s.money(before, 4)} on the bill before`;
  return `${prices}: ${moreOrLess(s.share ?? 0)}${s.cost === null ? '' : ` (${s.cost})`}.`;
}

/** Returns for example `Tax is 25 % of the net cost`, with the rate of the bill before. */
export function taxSentence(percent: number, before: number | null): string {
  const own = `Tax is ${formatNumber(percent)} % of the net cost`;
  return before === null
    ? `${own}, which is above every rate of its country`
    : `${own}, on the bill before ${formatNumber(before)} %`;
}

export function describeTax(s: MessageData): string {
  const cost = s.cost === null ? '' : ` (${s.cost})`;
  return `Bill for ${s.dates.all}: ${taxSentence(s.value('percent') ?? 0, s.value('before'))}${cost}.`;
}

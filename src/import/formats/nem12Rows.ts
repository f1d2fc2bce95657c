import { quoted } from '../../errors/suggest.js';
import type { SourceRow } from '../sourceRow.js';
import type { Period } from './daySpans.js';
import { badLine, badRow, intervalRow, skippedRow, unmatchedRow, type Data, type Span } from './meterRow.js';
import type { MeterAccount } from './meters.js';
import { nemNumber } from './nem.js';
import type { Nem12Channel } from './nem12Channel.js';
import type { Nem12Day } from './nem12Day.js';
import { createGivenDays } from './nem12Days.js';
import { createLackingChannels } from './nem12Lacking.js';
import { configurationOf, createDayParts } from './nem12Parts.js';
import { createNem12Sums, type Added } from './nem12Sums.js';

/** Why the values of a channel are no records. */
type Excluded = { readonly skipped: string } | { readonly unmatched: string };

/** A value of a day, as far as it could be read. */
interface ReadValue extends Added {
  readonly text: string;
  /** As a clause; null: it could be read. */
  readonly problem: string | null;
}

/**
 * Turns the days of channels into rows. Where channels may have to be added up, it holds their intervals until the next NMI;
 * other rows go straight on. The configuration of a day is that of the 200 record before it, and may change from one day to
 * the next.
 */
export class Nem12Rows {
  readonly #sums = createNem12Sums();
  readonly #given = createGivenDays();
  readonly #lacking = createLackingChannels();
  readonly #parts = createDayParts();
  #current: Nem12Channel | null = null;
  /** Counts how often the held intervals became rows. To these nothing can be added. */
  #turn = 0;

  /** Begins a channel, or goes on with it. Yields the rows held for the NMI before it, where that is another. */
  *begin(channel: Nem12Channel): Generator<SourceRow> {
    if (channel === this.#current) return;
    const isNext = this.#current?.nmi !== channel.nmi;
    this.#current = channel;
    if (isNext) yield* this.end();
  }

  /** Adds a day of the channel that was begun: its rows, unless they are held to be added up. */
  add(channel: Nem12Channel, day: Nem12Day, rows: SourceRow[]): void {
    const { nmi, found } = channel;
    if (isOneOf(channel)) this.#lacking.see(channel, day.dayMs, day.date);
    if ('problem' in found) rows.push(badLine(day, 'NMI', found.problem, nmi));
    else if ('account' in found) this.#addStored(found.account, channel, day, rows);
    else {
      const spans = channel.periods(day.dayMs);
      for (const index of day.values.keys()) {
        const span = spans[index];
        if (span !== undefined) rows.push(excludedRow(found, channel, day, index, span));
      }
    }
  }

  /** Notes that a day of a channel could not be read. */
  spoil(channel: Nem12Channel): void {
    const { found, isOneOfSeveral } = channel;
    this.#lacking.excuse(channel);
    if ('account' in found && isOneOfSeveral) this.#sums.spoil(found.account);
  }

  /** Yields the rows that are still held. */
  *end(): Generator<SourceRow> {
    yield* this.#sums.rows();
    yield* this.#lacking.notices();
    this.#parts.clear();
    this.#turn += 1;
  }

  /** Adds a day of a channel that has an account. */
  #addStored(account: MeterAccount, channel: Nem12Channel, day: Nem12Day, rows: SourceRow[]): void {
    const refusal = this.#refusal(account, channel, day);
    if (refusal !== null) {
      rows.push(badLine(day, 'NMI', refusal, channel.nmi));
      return;
    }
    const spans = channel.periods(day.dayMs);
    for (const index of day.values.keys()) {
      const span = spans[index];
      if (span === undefined) continue;
      if ('problem' in span) {
        rows.push(badRow(day.line, fieldOf(index), span.problem, { ...dataOf(channel, day, index, span), account }));
      } else if (channel.isOneOfSeveral) this.#addToSum(account, channel, day, readValue(day, index, span), rows);
      else rows.push(rowOfOne(account, channel, day, readValue(day, index, span)));
    }
  }

  /** Returns why rows of a day would overwrite those of other channels, or cannot be added to them; else null. */
  #refusal(account: MeterAccount, channel: Nem12Channel, day: Nem12Day): string | null {
    const { dayMs, date } = day;
    const { nmi, suffix, length, isOneOfSeveral } = channel;
    const text = isOneOf(channel)
      ? `NMI ${nmi} channels ${channel.consumption.join(', ')}`
      : `NMI ${nmi} channel ${suffix}`;
    const giver = { key: `${nmi} ${isOneOfSeveral ? `${this.#turn} ` : ''}${configurationOf(channel)}`, text };
    const before = this.#given.give(account.id, dayMs, giver);
    const isApart = before !== null && !this.#parts.has(account.id, dayMs);
    const other = isApart ? before.text : this.#parts.add(account.id, channel, day, text);
    if (other !== null && isOneOfSeveral) this.#sums.refuse(account, channel, dayMs);
    if (other === text && !isOneOfSeveral) {
      return `is of account ${account.id}, which ${text} has given ${date} already, in intervals of another length than ${length} minutes`;
    }
    if (other !== null) {
      return `is of account ${account.id}, as ${other} before it, which has ${date} too: only channels of one NMI that follow one another, as its configuration lists them, can be added up`;
    }
    return isOneOfSeveral ? this.#sums.refusal(account, channel, dayMs) : null;
  }

  /** Adds a value to the sum of its channels, and a row where it is bad. */
  #addToSum(account: MeterAccount, channel: Nem12Channel, day: Nem12Day, value: ReadValue, rows: SourceRow[]): void {
    const { line, index, span, problem, isEstimated, statedAt } = value;
    const field = fieldOf(index);
    if (problem !== null) {
      const reason = `${problem}; its channels are added up, so that the row lacks their sum`;
      const measured = { account, unit: channel.unit, isEstimated, statedAt };
      rows.push(intervalRow(line, span, null, measured, { field, problem: reason }));
    }
    const twice = this.#sums.add(account, channel, day.dayMs, value);
    if (twice !== null) rows.push(badRow(line, field, twice, { ...dataOf(channel, day, index, span), account }));
  }
}

/** The row of a value of a channel that is all the consumption of its account. */
function rowOfOne(account: MeterAccount, channel: Nem12Channel, day: Nem12Day, value: ReadValue): SourceRow {
  const { line, index, span, text, problem, isEstimated, statedAt } = value;
  if (problem === null && value.value === null) {
    return skippedRow(line, `${channel.text}: null data`, dataOf(channel, day, index, span));
  }
  const measured = { account, unit: channel.unit, isEstimated, statedAt };
  if (problem === null) return intervalRow(line, span, value.value, measured);
  return intervalRow(line, span, text, measured, { field: fieldOf(index), problem });
}

/** The row of a value of a channel that is skipped, or that has no account. */
function excludedRow(found: Excluded, channel: Nem12Channel, day: Nem12Day, index: number, span: Period): SourceRow {
  const data = dataOf(channel, day, index, span);
  if ('skipped' in found) return skippedRow(day.line, found.skipped, data);
  if (day.qualities[index] === 'none') return skippedRow(day.line, `${channel.text}: null data`, data);
  return unmatchedRow(day.line, found.unmatched, data);
}

function readValue({ line, values, qualities, statedAt }: Nem12Day, index: number, span: Span): ReadValue {
  const text = values[index] ?? '';
  const quality = qualities[index];
  const number = nemNumber(text);
  const problem =
    quality === null
      ? 'has no quality: the day is variable (V), and no 400 record covers it'
      : quality !== 'none' && number === undefined
        ? `must be a number, got ${quoted(text)}`
        : null;
  const value = quality === 'none' || problem !== null ? null : (number ?? null);
  return { line, index, span, text, value, problem, isEstimated: quality === 'estimated', statedAt };
}

/** What is known of a value that is no record. */
function dataOf(channel: Nem12Channel, day: Nem12Day, index: number, span: Period): Data {
  const { nmi, unit, length, isOneOfSeveral } = channel;
  const text = day.values[index] ?? '';
  const time = 'problem' in span ? { start: day.date, isHalfHourly: length === 30 } : span;
  // One channel of several is not what the account used.
  const value = isOneOfSeveral ? undefined : (nemNumber(text) ?? text);
  const isEstimated = day.qualities[index] === 'estimated';
  return { meter: nmi, unit, isEstimated, statedAt: day.statedAt, ...time, value };
}

/** Names a value for messages, counted from 1. */
function fieldOf(index: number): string {
  return `value ${index + 1}`;
}

/** Whether a channel is one of several of consumption that its configuration lists. */
function isOneOf({ suffix, consumption }: Nem12Channel): boolean {
  return consumption.length > 1 && consumption.includes(suffix);
}

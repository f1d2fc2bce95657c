import { quoted } from '../../errors/suggest.js';
import type { SourceRow } from '../sourceRow.js';
import { badLine, badRow, intervalRow, leftOutRow, unmatchedRow, type Data } from './meterRow.js';
import type { MeterAccount } from './meters.js';
import { nemNumber } from './nem.js';
import type { Nem12Channel } from './nem12Channel.js';
import type { Nem12Day } from './nem12Day.js';
import { createGivenDays } from './nem12Days.js';
import { createLackingChannels } from './nem12Lacking.js';
import { configurationOf, createDayParts } from './nem12Parts.js';
import { createNem12Sums } from './nem12Sums.js';

/** Turns the days of channels into rows. */
export interface Nem12Rows {
  /** Begins a channel, or goes on with it: the rows of what was held for the NMI before it, where that is another. */
  begin(channel: Nem12Channel): Generator<SourceRow>;
  /** Adds a day of the channel that was begun: its rows, or what is held of it. */
  add(channel: Nem12Channel, day: Nem12Day, rows: SourceRow[]): void;
  /** Notes that a day of a channel could not be read. */
  spoil(channel: Nem12Channel): void;
  /** The rows of what is still held. */
  end(): Generator<SourceRow>;
}

/**
 * Where channels may have to be added up, their intervals are held until the next NMI; else rows go straight on. The
 * configuration of a day is that of the 200 record before it, and may change from one day to the next.
 */
export function createNem12Rows(): Nem12Rows {
  const sums = createNem12Sums();
  const given = createGivenDays();
  const lacking = createLackingChannels();
  const parts = createDayParts();
  let current: Nem12Channel | null = null;
  /** Counts what was held and is in rows by now, to which nothing can be added. */
  let turn = 0;

  function* end(): Generator<SourceRow> {
    yield* sums.rows();
    yield* lacking.notices();
    parts.clear();
    turn += 1;
  }

  /** Why rows of a day would overwrite those of other channels, or cannot be added to them. */
  const refusal = (account: MeterAccount, channel: Nem12Channel, day: Nem12Day): string | null => {
    const { dayMs, date } = day;
    const { nmi, suffix, length, isOneOfSeveral } = channel;
    const text = isOneOf(channel)
      ? `NMI ${nmi} channels ${channel.consumption.join(', ')}`
      : `NMI ${nmi} channel ${suffix}`;
    const giver = { key: `${nmi} ${isOneOfSeveral ? `${turn} ` : ''}${configurationOf(channel)}`, text };
    const before = given.give(account.id, dayMs, giver);
    const isApart = before !== null && !parts.has(account.id, dayMs);
    const other = isApart ? before.text : parts.add(account.id, channel, day, text);
    if (other !== null && isOneOfSeveral) sums.refuse(account, channel, dayMs);
    if (other === text && !isOneOfSeveral) {
      return `is of account ${account.id}, which ${text} has given ${date} already, in intervals of another length than ${length} minutes`;
    }
    if (other !== null) {
      return `is of account ${account.id}, as ${other} before it, which has ${date} too: only channels of one NMI that follow one another, as its configuration lists them, can be added up`;
    }
    return isOneOfSeveral ? sums.refusal(account, channel, dayMs) : null;
  };

  return {
    *begin(channel) {
      if (channel === current) return;
      const isNext = current?.nmi !== channel.nmi;
      current = channel;
      if (isNext) yield* end();
    },
    add(channel, day, rows) {
      const { nmi, found, text, unit } = channel;
      const { line, dayMs, statedAt } = day;
      if (isOneOf(channel)) lacking.see(channel, dayMs, day.date);
      const refused = 'account' in found ? refusal(found.account, channel, day) : null;
      const problem = refused ?? ('problem' in found ? found.problem : null);
      if (problem !== null) {
        rows.push(badLine(day, 'NMI', problem, nmi));
        return;
      }
      const spans = channel.periods(dayMs);
      for (const [index, value] of day.values.entries()) {
        const span = spans[index];
        if (span === undefined) continue;
        const field = `value ${index + 1}`;
        const isTime = !('problem' in span);
        const quality = day.qualities[index];
        const isEstimated = quality === 'estimated';
        const data = (): Data => {
          const known = isTime ? span : { start: day.date, isHalfHourly: channel.length === 30 };
          // One channel of several is not what the account used.
          const whole = channel.isOneOfSeveral ? undefined : (nemNumber(value) ?? value);
          return { meter: nmi, unit, isEstimated, statedAt, ...known, value: whole };
        };
        if ('leftOut' in found) rows.push(leftOutRow(line, found.leftOut, data()));
        else if ('unmatched' in found && quality === 'none') rows.push(leftOutRow(line, `${text}: null data`, data()));
        else if ('unmatched' in found) rows.push(unmatchedRow(line, found.unmatched, data()));
        else if (!isTime) rows.push(badRow(line, field, span.problem, { ...data(), ...found }));
        else if ('account' in found) {
          const { account } = found;
          const isSum = channel.isOneOfSeveral;
          const number = nemNumber(value);
          const reason =
            quality === null
              ? 'has no quality: the day is variable (V), and no 400 record covers it'
              : quality !== 'none' && number === undefined
                ? `must be a number, got ${quoted(value)}`
                : null;
          const own = quality === 'none' || reason !== null || number === undefined ? null : number;
          if (reason !== null) {
            const problem = isSum ? `${reason}; its channels are added up, so that the row lacks their sum` : reason;
            rows.push(
              intervalRow(
                line,
                span,
                isSum ? null : value,
                { account, unit, isEstimated, statedAt },
                { field, problem },
              ),
            );
          } else if (own === null && !isSum) rows.push(leftOutRow(line, `${text}: null data`, data()));
          else if (own !== null && !isSum)
            rows.push(intervalRow(line, span, own, { account, unit, isEstimated, statedAt }));
          if (isSum) {
            const twice = sums.add(account, channel, dayMs, { line, index, span, value: own, isEstimated, statedAt });
            if (twice !== null) rows.push(badRow(line, field, twice, { ...data(), account }));
          }
        }
      }
    },
    spoil(channel) {
      const { found, isOneOfSeveral } = channel;
      lacking.excuse(channel);
      if ('account' in found && isOneOfSeveral) sums.spoil(found.account);
    },
    end,
  };
}

/** Whether a channel is one of several of consumption that its configuration lists. */
function isOneOf({ suffix, consumption }: Nem12Channel): boolean {
  return consumption.length > 1 && consumption.includes(suffix);
}

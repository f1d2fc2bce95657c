import { quoted } from '../../errors/suggest.js';
import type { SourceRow } from '../sourceRow.js';
import { badRow, intervalRow, leftOutRow, unmatchedRow, type Data } from './meterRow.js';
import type { MeterAccount } from './meters.js';
import { nemNumber } from './nem.js';
import type { Nem12Channel } from './nem12Channel.js';
import type { Nem12Day } from './nem12Day.js';
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

/** The channels of an account that are in rows already, or will be. */
interface Used {
  readonly nmi: string;
  readonly suffixes: Set<string>;
  /** Whether they are still held. */
  isOpen: boolean;
}

/** Where channels may have to be added up, their intervals are held until the next NMI; else rows go straight on. */
export function createNem12Rows(): Nem12Rows {
  const sums = createNem12Sums();
  const used = new Map<string, Used>();
  let current: Nem12Channel | null = null;
  let refused: string | null = null;

  function* end(): Generator<SourceRow> {
    yield* sums.rows();
    for (const of of used.values()) of.isOpen = false;
  }

  /** Why rows of a channel would overwrite those of another. */
  const refusal = (account: MeterAccount, channel: Nem12Channel): string | null => {
    const { nmi, suffix, isOneOfSeveral } = channel;
    const before = used.get(account.id);
    if (before === undefined) {
      used.set(account.id, { nmi, suffixes: new Set([suffix]), isOpen: isOneOfSeveral });
      return null;
    }
    const isSame = before.nmi === nmi && before.suffixes.has(suffix);
    if (!isSame && !(before.nmi === nmi && before.isOpen && isOneOfSeveral)) {
      const others = [...before.suffixes].join(', ');
      return `is of account ${account.id}, as NMI ${before.nmi} channel ${others} before it: only channels of one NMI that follow one another, as its configuration lists them, can be added up`;
    }
    before.suffixes.add(suffix);
    before.isOpen = isOneOfSeveral;
    return isOneOfSeveral ? sums.refusal(account, channel) : null;
  };

  return {
    *begin(channel) {
      if (channel === current) return;
      const isNext = current?.nmi !== channel.nmi;
      current = channel;
      if (isNext) yield* end();
      refused = 'account' in channel.found ? refusal(channel.found.account, channel) : null;
    },
    add(channel, day, rows) {
      const { nmi, found, text, unit } = channel;
      const { line } = day;
      const problem = refused ?? ('problem' in found ? found.problem : null);
      if (problem !== null) {
        rows.push(badRow(line, 'NMI', problem, { meter: nmi, start: day.date, value: null }));
        return;
      }
      const spans = channel.periods(day.dayMs);
      for (const [index, value] of day.values.entries()) {
        const span = spans[index];
        if (span === undefined) continue;
        const field = `value ${index + 1}`;
        const isTime = !('problem' in span);
        const data: Data = { meter: nmi, start: isTime ? span.start : day.date, value };
        const quality = day.qualities[index];
        if ('leftOut' in found) rows.push(leftOutRow(line, found.leftOut, data));
        else if (!isTime) rows.push(badRow(line, field, span.problem, data));
        else if ('unmatched' in found) rows.push(unmatchedRow(line, found.unmatched, data));
        else if ('account' in found) {
          const { account } = found;
          const isSum = channel.isOneOfSeveral;
          const number = nemNumber(value);
          const isEstimated = quality === 'estimated';
          const reason =
            quality === null
              ? 'has no quality: the day is variable (V), and no 400 record covers it'
              : quality !== 'none' && number === undefined
                ? `must be a number, got ${quoted(value)}`
                : null;
          const own = quality === 'none' || reason !== null || number === undefined ? null : number;
          if (reason !== null) {
            const wrong = { field, problem: reason };
            rows.push(intervalRow(line, span, value, { account, unit, isEstimated }, wrong));
          } else if (own === null && !isSum) rows.push(leftOutRow(line, `${text}: null data`, data));
          else if (own !== null && !isSum) rows.push(intervalRow(line, span, own, { account, unit, isEstimated }));
          if (isSum) {
            const twice = sums.add(account, channel, line, span, own, isEstimated);
            if (twice !== null) rows.push(badRow(line, field, twice, data));
          }
        }
      }
    },
    spoil({ found, isOneOfSeveral }) {
      if ('account' in found && isOneOfSeveral) sums.spoil(found.account);
    },
    end,
  };
}

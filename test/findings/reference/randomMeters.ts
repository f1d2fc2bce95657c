import type { Account, Interval, UtilityType } from '../../consumption/reference/records.js';
import { pick, type Random } from '../../support/random.js';

const HOUR = 3_600_000;
/** A Saturday; a calendar year begins. */
export const FIRST = Date.UTC(2022, 0, 1);

/** A meter whose records last a number of hours each. */
export interface Meter {
  readonly account: Account;
  readonly days: number;
  readonly hours: 0.5 | 1 | 24;
}

/** The value of a field; null: the record lacks it. */
interface Said {
  value: number;
  isEstimated: boolean;
  copies: number;
}
type Series = (Said | null)[];

const rounded = (value: number): number => Math.round(value * 1_000) / 1_000;

/** Values with working days, nights and weekends, and for gas with seasons. */
function usual(random: Random, type: UtilityType, at: number, hours: number): number {
  const [hour, day] = [new Date(at).getUTCHours(), new Date(at).getUTCDay()];
  if (type === 'temperature') return rounded(10 + 6 * Math.sin(hour / 4) + random());
  const month = new Date(at).getUTCMonth();
  if (hours === 24) return rounded(40 + 30 * Math.cos((month * Math.PI) / 6) + 5 * random());
  const isWorking = day > 0 && day < 6 && hour >= 8 && hour < 18;
  return rounded((10 + (isWorking ? 20 : 0) + 2 * random()) * hours);
}

/** The records of a meter with some faults on whole days. Their identifiers are the same each time. */
export function recordsOf(random: Random, { account, days, hours }: Meter, faults: number): readonly Interval[] {
  const perDay = 24 / hours;
  const series: Series = Array.from({ length: days * perDay }, (_, index) => {
    const value = usual(random, account.type, FIRST + index * hours * HOUR, hours);
    return { value, isEstimated: false, copies: 1 };
  });
  for (let fault = 0; fault < faults; fault += 1) putFault(random, series, perDay);
  return series.flatMap((said, index) => {
    if (said === null) return [];
    const start = FIRST + index * hours * HOUR;
    const times = {
      startTimestamp: new Date(start).toISOString(),
      endTimestamp: new Date(start + hours * HOUR).toISOString(),
    };
    return Array.from({ length: said.copies }, (_, copy): Interval => {
      const _id = `${account._id.slice(-4)}${String(copy).padStart(4, '0')}${index.toString(16).padStart(16, '0')}`;
      const { value, isEstimated } = said;
      const own = { accountId: account._id, type: account.type, value, isEstimated, unit: account.meterUnits ?? 'kwh' };
      return { _id, ...own, ...times, isHalfHourly: hours === 0.5, source: 'import' };
    });
  });
}

function putFault(random: Random, series: Series, perDay: number): void {
  const days = series.length / perDay;
  const day = Math.floor((0.3 + 0.65 * random()) * days);
  const start = day * perDay;
  const length = (least: number, most: number): number => least + Math.floor(random() * (most - least + 1));
  const change = (count: number, of: (said: Said, index: number) => void, from = 0): void => {
    series.slice(start + Math.round(from), start + Math.round(from) + count).forEach((said, index) => {
      if (said) of(said, index);
    });
  };
  switch (pick(random, FAULTS)) {
    case 'gap':
      series.fill(null, start + 3, start + 3 + length(1, 4 * perDay));
      break;
    case 'zero':
      change(length(1, 6) * perDay, (said) => (said.value = 0));
      break;
    case 'flat':
      change(length(1, 5) * perDay, (said) => (said.value = 17.25));
      break;
    case 'spike':
      change(1, (said) => (said.value = rounded(said.value * pick(random, [2, 4, 50, 1_000]))));
      break;
    case 'negative':
      change(length(1, 3), (said) => (said.value = -1));
      break;
    case 'unit': {
      const factor = pick(random, [1_000, 0.001, 29.3, 11.2, 1 / 3.6, 3.6, 6]);
      change(length(4, 40) * perDay, (said) => (said.value = rounded(said.value * factor)));
      break;
    }
    case 'baseload': {
      const more = pick(random, [1, 8, 15]);
      change(length(10, 60) * perDay, (said) => (said.value = rounded(said.value + more)));
      break;
    }
    case 'night':
      // A night of UTC, of New York or of Sydney.
      change(
        Math.ceil((perDay * 5) / 24),
        (said) => (said.value = rounded(said.value * 3)),
        pick(random, [0, 0, 5, 13, 14]) * (perDay / 24),
      );
      break;
    case 'weekend':
      change(2 * perDay, (said, index) => {
        const weekday = new Date(FIRST + Math.floor((start + index) / perDay) * 24 * HOUR).getUTCDay();
        if (weekday === 0 || weekday === 6) said.value = rounded(said.value * 2.7);
      });
      break;
    case 'estimated':
      change(length(10, 25) * perDay, (said, index) => (said.isEstimated = index % 5 !== 0));
      break;
    default:
      change(length(1, 40), (said) => (said.copies = 2));
  }
}

const FAULTS = [
  ...(['gap', 'zero', 'flat', 'spike', 'negative', 'unit', 'baseload', 'night', 'weekend', 'estimated'] as const),
  ...(['repeated', 'baseload', 'night'] as const),
] as const;

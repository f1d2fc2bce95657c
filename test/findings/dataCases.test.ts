import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readHourly } from '../../seeds/cambridge/files.js';
import { PACKAGE_ROOT } from '../../src/config/root.js';
import type { Day, Days } from '../../src/findings/days.js';
import type { Observation } from '../../src/findings/finding.js';
import type { FindingKind } from '../../src/findings/kinds.js';
import { localUseOf, startHalfHours } from '../../src/findings/localUse.js';
import { merge } from '../../src/findings/merge.js';
import type { Month } from '../../src/findings/months.js';
import { nightUses, weekendUses, type HabitThresholds } from '../../src/findings/rules/habits.js';
import type { CostOn } from '../../src/findings/rules/unitPrice.js';
import { spikeDays } from '../../src/findings/rules/spikes.js';
import { unitSteps } from '../../src/findings/rules/units.js';
import { seasonsOf } from '../../src/findings/season.js';
import { seeded } from '../support/random.js';

const SEED = Number(process.env.TEST_SEED ?? 20_240_131);
const DAY = 86_400_000;
const SLOT = DAY / 48;
const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY;
const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const messages = (kind: FindingKind, marks: readonly Observation[], timeZone: string): readonly string[] =>
  merge(kind, marks, { units: 'kWh', currency: null, timeZone }).map(({ message }) => message);

describe('findings for nights and weekends', () => {
  const FIRST = dayOf('2024-06-01');
  const RANGE = { from: FIRST, to: FIRST + 80 };

  /** Days of UTC of a building that works from 7:00 to 19:00 of its clocks, with more use in some local hours of a date. */
  function building(
    timeZone: string,
    more: { readonly date: string; readonly hours: readonly [number, number]; readonly by: number },
  ): Days {
    const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
    const starts = startHalfHours(timeZone, RANGE);
    const days = new Map<number, Day>();
    for (let day = RANGE.from; day < RANGE.to; day += 1) {
      const slots = Array.from({ length: 48 }, (_, slot) => {
        const at = day * DAY + slot * SLOT;
        const [date = '', time = ''] = clock.format(at).split(' ');
        const hour = Number(time.slice(0, 2));
        const isMore = date === more.date && hour >= more.hours[0] && hour < more.hours[1];
        return (hour >= 7 && hour < 19 ? 2.2 : 1) + ((day * 7 + slot) % 5) / 50 + (isMore ? more.by : 0);
      });
      const sum = (from: number, to: number): number =>
        slots.slice(from, Math.max(from, to)).reduce((all, one) => all + one, 0);
      days.set(day, {
        ...{ day, covered: DAY, quantity: sum(0, 48), estimated: 0 },
        ...{ highest: Math.max(...slots), lowest: Math.min(...slots) },
        sums: starts.map((start) => ({
          ...{ start, head: sum(0, start), night: sum(start, Math.min(48, start + 10)), rest: sum(0, start + 10 - 48) },
        })),
      });
    }
    return days;
  }

  const nights = (days: Days, timeZone: string, size: Partial<HabitThresholds> = {}, costOn: CostOn | null = null) =>
    nightUses(
      localUseOf(days, timeZone, RANGE),
      days,
      RANGE,
      { percent: 50, least: 10, leastCost: 0, ...size },
      costOn,
    );
  const weekends = (days: Days, timeZone: string, size: Partial<HabitThresholds> = {}, costOn: CostOn | null = null) =>
    weekendUses(
      localUseOf(days, timeZone, RANGE),
      days,
      RANGE,
      { percent: 50, least: 20, leastCost: 0, ...size },
      costOn,
    );

  const ZONES = [
    'Australia/Sydney',
    'America/New_York',
    'Europe/London',
    'Asia/Kolkata',
    'Pacific/Auckland',
    'Pacific/Honolulu',
    'UTC',
  ];

  it.each(ZONES)('use local time of %s: use from 10:00 to 15:00 is not night use', (timeZone) => {
    const days = building(timeZone, { date: '2024-08-14', hours: [10, 15], by: 4.4 });
    expect(nights(days, timeZone)).toEqual([]);
  });

  it.each(ZONES)('use local time of %s: use from 0:00 to 5:00 is night use from local midnight', (timeZone) => {
    const days = building(timeZone, { date: '2024-08-14', hours: [0, 5], by: 4.4 });
    const [mark, ...others] = nights(days, timeZone);
    expect(others).toEqual([]);
    const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
    expect([mark?.from, mark?.to].map((ms) => clock.format(ms))).toEqual(['2024-08-14 00:00', '2024-08-14 05:00']);
    expect(messages('night-use', mark ? [mark] : [], timeZone)).toEqual([
      'Night of 14 Aug 2024: 54.4 kWh, usually 10.4 kWh.',
    ]);
  });

  it.each(ZONES)('use local time of %s: a Saturday is a local day', (timeZone) => {
    const days = building(timeZone, { date: '2024-08-10', hours: [0, 24], by: 1.5 });
    const marks = weekends(days, timeZone);
    expect(messages('weekend-use', marks, timeZone)).toEqual([
      expect.stringMatching(/^Weekend day of 10 Aug 2024: \d+ kWh, usually [\d.]+ kWh\.$/),
    ]);
    const friday = building(timeZone, { date: '2024-08-09', hours: [0, 24], by: 1.5 });
    expect(weekends(friday, timeZone)).toEqual([]);
  });

  it('need a minimum size: 9 kWh above the usual has no finding, unless a setting lowers the minimum', () => {
    const days = building('UTC', { date: '2024-08-14', hours: [0, 5], by: 0.9 });
    expect(nights(days, 'UTC')).toEqual([]);
    expect(messages('night-use', nights(days, 'UTC', { least: 5 }), 'UTC')).toEqual([
      'Night of 14 Aug 2024: 19.4 kWh, usually 10.4 kWh.',
    ]);
  });

  // The night is 44 kWh above the usual, so at 0.25 it costs 11.
  it.each<[string, number | null, Partial<HabitThresholds>, number | undefined]>([
    ['no limit of money, and a quantity that matters', 0.25, { leastCost: 0 }, 11],
    ['no limit of money, and a quantity below the limit', 0.25, { leastCost: 0, least: 45 }, undefined],
    ['money at the limit', 0.25, { leastCost: 11 }, 11],
    ['money below the limit, and a quantity that matters', 0.25, { leastCost: 11.01 }, undefined],
    ['money above the limit, and a quantity that does not matter', 0.25, { leastCost: 10.99, least: 1_000 }, 11],
    ['a price of which nothing is known, and a quantity that matters', null, { leastCost: 11.01 }, undefined],
    ['a dearer unit', 2.5, { leastCost: 100 }, 110],
  ])('compare money with the minimum if a price is known: %s', (_name, price, size, cost) => {
    const days = building('UTC', { date: '2024-08-14', hours: [0, 5], by: 4.4 });
    const found = nights(days, 'UTC', size, price === null ? null : (_, quantity) => quantity * price);
    expect(found.map((mark) => mark.cost?.toFixed(6))).toEqual(
      cost === undefined ? (price === null ? [undefined] : []) : [cost.toFixed(6)],
    );
  });

  it('compare money with the minimum for a weekend too', () => {
    const days = building('UTC', { date: '2024-08-10', hours: [0, 24], by: 1.5 });
    const costs = (leastCost: number) =>
      weekends(days, 'UTC', { leastCost }, (_, quantity) => quantity / 4).map(({ cost }) => cost);
    const [cost = NaN] = costs(0);
    expect(costs(cost)).toEqual([cost]);
    expect(costs(cost + 0.01)).toEqual([]);
  });

  it('state their cost', () => {
    const days = building('UTC', { date: '2024-08-14', hours: [0, 5], by: 4.4 });
    const marks = nights(days, 'UTC', {}, (_, quantity) => quantity / 4);
    const said = merge('night-use', marks, { units: 'kWh', currency: 'gbp', timeZone: 'UTC' });
    expect(said.map(({ message }) => message)).toEqual(['Night of 14 Aug 2024: 54.4 kWh, usually 10.4 kWh (£11.00).']);
  });

  it('ask "Unit or multiplier?" from 1,000 % above the usual on', () => {
    const said = (share: number) =>
      messages(
        'night-use',
        [
          {
            from: 0,
            to: SLOT,
            share,
            quantity: 1,
            evidence: [
              { name: 'value', value: 4.9 },
              { name: 'usual', value: 0.45 },
            ],
          },
        ],
        'UTC',
      );
    expect(said(9.99)).toEqual(['Night of 1 Jan 1970: 4.9 kWh, usually 0.45 kWh.']);
    expect(said(10)).toEqual(['Night of 1 Jan 1970: 4.9 kWh, usually 0.45 kWh. Unit or multiplier?']);
  });
});

interface GasDays {
  readonly first: string;
  readonly days: readonly (readonly [sum: number, highest: number, lowest: number])[];
}
const gas = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'test/findings/gasDays.json'), 'utf8')) as Readonly<
  Record<'multiplied' | 'heatingEnds' | 'heatingBegins', GasDays>
>;

/** Real days of gas, with all values so many times as much. */
function gasDaysOf({ first, days }: GasDays, times: number): Days {
  return new Map(
    days.map(([quantity, highest, lowest], index) => {
      const day = dayOf(first) + index;
      const extremes = { highest: (highest * times) / 2, lowest: (lowest * times) / 2 };
      return [day, { day, covered: DAY, quantity: quantity * times, estimated: 0, ...extremes, sums: [] }];
    }),
  );
}

const NOTHING_BEFORE = seasonsOf([]);
const rangeOf = (days: Days) => ({ from: Math.min(...days.keys()), to: Math.max(...days.keys()) + 1 });
const steps = (days: Days): readonly string[] =>
  unitSteps(days, rangeOf(days), NOTHING_BEFORE).map(({ from }) => dateOf(from));

describe('findings for wrong units of gas', () => {
  /** Values have no unit for the rules: the same values times a factor have the same findings. */
  const SCALES = [0.001, 0.1, 1, 3.6, 29.3, 1e6];

  it.each(SCALES)('mark a rise of 1,000 times in mid-winter on its first day, for values × %s', (times) => {
    const days = gasDaysOf(gas.multiplied, times);
    expect(steps(days)).toEqual(['2018-01-31']);
    expect(spikeDays(days, rangeOf(days), 2.5, true)).toEqual([]);
  });

  it.each(SCALES)('do not mark the end of heating in May, for values × %s', (times) => {
    expect(steps(gasDaysOf(gas.heatingEnds, times))).toEqual([]);
  });

  it.each(SCALES)('do not mark the first days of heating, which are no spikes either, for values × %s', (times) => {
    const days = gasDaysOf(gas.heatingBegins, times);
    expect([steps(days), spikeDays(days, rangeOf(days), 2.5, true)]).toEqual([[], []]);
    for (let shown = 66; shown <= gas.heatingBegins.days.length; shown += 1) {
      const first = new Map([...days].slice(0, shown));
      expect(spikeDays(first, rangeOf(first), 2.5, true)).toEqual([]);
    }
  });

  it('do not hide a spike: an hour of 1,000 times the usual is found, even in the first days of heating', () => {
    const days = gasDaysOf(gas.heatingBegins, 1);
    const at = dayOf('2017-10-12');
    const own = days.get(at);
    const faulty = new Map(days);
    if (own) faulty.set(at, { ...own, highest: 16_000 });
    expect(spikeDays(faulty, rangeOf(faulty), 2.5, true).map(({ day }) => day)).toEqual([at]);
  });

  it('name the factor, both levels and the likely units', () => {
    const days = gasDaysOf(gas.multiplied, 1);
    expect(messages('unit-suspect', unitSteps(days, rangeOf(days), NOTHING_BEFORE), 'Europe/London')).toEqual([
      'Use from 31 Jan 2018 is about a thousand times that of the days before: 164,700 kWh a day, before 151 kWh. The unit may be wrong: kWh, MWh or Wh.',
    ]);
    const back = new Map([...days].map(([day, own]) => [day, day < dayOf('2018-01-31') ? scaled(own, 1e6) : own]));
    expect(messages('unit-suspect', unitSteps(back, rangeOf(back), NOTHING_BEFORE), 'Europe/London')).toEqual([
      'Use from 31 Jan 2018 is about a thousandth of that of the days before: 164,700 kWh a day, before 150,800,000 kWh. The unit may be wrong: kWh, MWh or Wh.',
    ]);
  });

  it('mark a rise of 29.3 times unless both levels occurred in these months of the year before', () => {
    const own = gasDaysOf(gas.multiplied, 1);
    const step = dayOf('2018-01-31');
    const days = new Map([...own].map(([day, one]) => [day, day < step ? one : scaled(one, 0.0293)]));
    const monthOf = (date: string): number => (Number(date.slice(0, 4)) - 1970) * 12 + Number(date.slice(5, 7)) - 1;
    const yearWith = (levels: readonly number[]) =>
      seasonsOf(
        ['2016-12', '2017-01', '2017-02', '2017-03'].map((date, index): Month => {
          const length = [31, 31, 28, 31][index] ?? 0;
          return { month: monthOf(date), quantity: (levels[index] ?? 0) * length, covered: length * DAY };
        }),
      );
    const found = (levels: readonly number[]) => unitSteps(days, rangeOf(days), yearWith(levels)).length;
    expect(found([150, 150, 160, 140])).toBe(1);
    expect(found([150, 150, 4_500, 4_500])).toBe(0);
  });

  it('mark 1,000 times when use resumes after a pause, by comparison with the year before', () => {
    const first = dayOf('2017-01-01');
    const year = (times: number): Days =>
      new Map(
        Array.from({ length: 690 }, (_, index) => {
          const isUsed = index % 365 < 120 || index % 365 > 280;
          const quantity = isUsed ? (100 + (index % 7) * 10) * (index > 500 ? times : 1) : 0;
          const extremes = { highest: quantity / 30, lowest: quantity / 90 };
          return [first + index, { day: first + index, covered: DAY, quantity, estimated: 0, ...extremes, sums: [] }];
        }),
      );
    const months = Array.from({ length: 23 }, (_, month): Month => {
      const from = Date.UTC(2017, month) / DAY;
      const length = Date.UTC(2017, month + 1) / DAY - from;
      const own = Array.from({ length }, (__, index) => year(1).get(from + index)?.quantity ?? 0);
      return { month: 564 + month, quantity: own.reduce((all, one) => all + one, 0), covered: length * DAY };
    });
    const found = (times: number) => unitSteps(year(times), { from: first, to: first + 690 }, seasonsOf(months));
    for (const times of [400, 1_000, 3_000]) {
      expect(messages('unit-suspect', found(times), 'UTC')).toEqual([
        expect.stringMatching(/^Use from 9 Oct 2018 is about a thousand times that of the year before: /),
      ]);
    }
    for (const times of [0.001, 0.5, 1, 3, 30, 100_000]) expect(found(times)).toEqual([]);
  });

  /** Days of a boiler from 1 January 2013 on, at levels by month. */
  const boiler = (levels: readonly number[]): { readonly days: Days; readonly months: readonly Month[] } => {
    const days = new Map<number, Day>();
    const months = levels.map((level, index): Month => {
      const [from, to] = [Date.UTC(2013, index) / DAY, Date.UTC(2013, index + 1) / DAY];
      let quantity = 0;
      for (let day = from; day < to; day += 1) {
        const own = level * (1 + 0.06 * (day % 7));
        quantity += own;
        days.set(day, {
          day,
          covered: DAY,
          quantity: own,
          estimated: 0,
          highest: own / 30,
          lowest: own / 90,
          sums: [],
        });
      }
      return { month: 516 + index, quantity, covered: (to - from) * DAY };
    });
    return { days, months };
  };
  const since = (days: Days, date: string, times: number, until = Infinity): Days =>
    new Map([...days].map(([day, own]) => [day, day < dayOf(date) || day >= until ? own : scaled(own, times)]));
  const WINTER = [7_400, 7_500, 7_400, 4_800, 3_000, 2_000, 70, 75, 170, 180, 5_000, 5_300];

  it.each([1, 29.3, 1_000])(
    'do not mark a first year of heating that ends in June and begins in October, for values × %f',
    (times) => {
      const { days, months } = boiler(WINTER.map((level) => level * times));
      const season = seasonsOf(months);
      const ended = since(days, '2013-06-18', 1 / 24);
      const begun = since(days, '2013-10-14', 18, dayOf('2013-11-01'));
      for (const one of [ended, begun]) {
        const range = { from: dayOf('2013-05-20'), to: dayOf('2013-10-30') };
        expect(
          unitSteps(one, range, season).filter(
            ({ from }) => dateOf(from) > '2013-06-01' && dateOf(from) < '2013-06-25',
          ),
        ).toEqual([]);
        expect(unitSteps(one, { from: dayOf('2013-10-10'), to: dayOf('2013-10-20') }, season)).toEqual([]);
      }
    },
  );

  it.each([29.307, 1 / 29.307])('mark × %f in a first winter of steady use', (times) => {
    const { days, months } = boiler([300, 310, 290, 300, 280, 290]);
    const faulty = since(days, '2013-04-10', times);
    expect(unitSteps(faulty, rangeOf(faulty), seasonsOf(months)).map(({ from }) => dateOf(from))).toEqual([
      '2013-04-10',
    ]);
  });

  it('do not mark a holiday at the end of the data', () => {
    const { days, months } = boiler([300, 310, 290, 300]);
    const closed = since(days, '2013-04-23', 1 / 27, dayOf('2013-04-30'));
    expect(unitSteps(closed, rangeOf(closed), seasonsOf(months))).toEqual([]);
  });

  it.each([
    [1 / 27, 7],
    [1 / 33, 9],
    [1 / 20, 12],
    [1 / 28, 14],
    [1 / 3.6, 9],
  ])(
    'treat × %f for %i days as a holiday if the old level returns, and as a wrong unit if the new level stays',
    (times, length) => {
      const { days, months } = boiler([300, 310, 290, 300, 290, 300]);
      const at = dayOf('2013-04-10');
      const found = (of: Days) => unitSteps(of, rangeOf(of), seasonsOf(months)).map(({ from }) => dateOf(from));
      const closed = since(days, '2013-04-10', times, at + length);
      expect([found(closed), found(since(days, '2013-04-10', times))]).toEqual([[], ['2013-04-10']]);
      // Data that ends within it does not tell which it is.
      const cut = new Map([...closed].filter(([day]) => day < at + Math.min(length, 9)));
      expect(found(cut)).toEqual([]);
      expect(unitSteps(cut, rangeOf(cut), null)).toEqual([]);
    },
  );

  it.each([
    ['2014-10-10', 26, []],
    ['2014-10-20', 34, []],
    ['2014-10-10', 26 * 29.307, ['2014-10-10']],
  ])('compare heating that begins on %s at %f times with the autumn of the year before', (date, times, expected) => {
    const year = [5_400, 5_800, 5_300, 4_100, 640, 130, 100, 90];
    const { days, months } = boiler([...year, 600, 2_500, 3_500, 3_200, ...year, 130, 130, 130]);
    const begun = since(days, date, times);
    const range = { from: dayOf(date) - 3, to: dayOf(date) + 4 };
    const marks = unitSteps(begun, range, seasonsOf(months)).filter(({ share = 0 }) => share > 0);
    expect(marks.map(({ from }) => dateOf(from))).toEqual(expected);
  });

  it.each<[string, number, number]>([
    ['29.307', 29.307, 1],
    ['1/29.307', 1 / 29.307, 1],
    ['29.4', 29.4, 1],
    ['28, as pulses of one size make it', 28, 0],
    ['31', 31, 0],
  ])('require the maxima of few summer pulses to change by exactly the factor: × %s', (_name, times, count) => {
    const { days, months } = boiler([7_400, 7_500, 7_400, 4_800, 2_000, 200, 150, 150]);
    const pulses = new Map([...days].map(([day, own]) => [day, { ...own, highest: 10 }]));
    const faulty = since(pulses, '2013-07-02', times);
    const range = { from: dayOf('2013-06-25'), to: dayOf('2013-07-10') };
    expect(unitSteps(faulty, range, seasonsOf(months))).toHaveLength(count);
  });

  it('do not mark a load of 3.6 times if maxima and minima change differently', () => {
    const { days } = boiler([300, 310, 290, 300]);
    const at = dayOf('2013-03-10');
    const more = (times: number): Days =>
      new Map(
        [...days].map(([day, own]) => [day, day < at ? own : { ...scaled(own, 3.6), lowest: own.lowest * times }]),
      );
    const found = (of: Days) => unitSteps(of, rangeOf(of), null).map(({ from }) => dateOf(from));
    expect([found(more(3.6)), found(more(7)), found(more(1))]).toEqual([['2013-03-10'], [], []]);
  });

  it('mark a level far from that of the year before, even if the weather changes', () => {
    const { days, months } = boiler([...WINTER, ...WINTER.slice(0, 4)]);
    const at = dayOf('2014-02-10');
    // The maxima change by twice as much as the level.
    const faulty = new Map(
      [...days].map(([day, own]) => [day, day < at ? own : { ...scaled(own, 29.3), highest: own.highest * 60 }]),
    );
    const range = { from: dayOf('2014-01-15'), to: dayOf('2014-04-20') };
    const found = (of: readonly Month[]) => unitSteps(faulty, range, seasonsOf(of)).map(({ from }) => dateOf(from));
    expect([found(months), found([])]).toEqual([['2014-02-10'], []]);
  });

  it('mark at least nine of ten meters, and never the meters as published', () => {
    const random = seeded(SEED);
    const all = [...readHourly('gas').values.values()].map(
      (hours) =>
        new Map(
          Array.from({ length: 365 }, (_, index) => {
            const own = hours.slice(index * 24, index * 24 + 24);
            const day = dayOf('2022-01-01') + index;
            const sum = own.reduce((total, value) => total + value, 0);
            const extremes = { highest: Math.max(...own) / 2, lowest: Math.min(...own) / 2 };
            return [day, { day, covered: DAY, quantity: sum, estimated: 0, ...extremes, sums: [] }] as const;
          }),
        ),
    );
    let [put, found] = [0, 0];
    for (const days of all) {
      expect(steps(days)).toEqual([]);
      for (const factor of [1_000, 0.001, 29.307, 1 / 29.307]) {
        const at = dayOf('2022-01-01') + 70 + Math.floor(random() * 260);
        const faulty = new Map([...days].map(([day, own]) => [day, day < at ? own : scaled(own, factor)]));
        const marks = unitSteps(faulty, { from: at - 3, to: at + 4 }, NOTHING_BEFORE);
        put += 1;
        found += marks.length > 0 ? 1 : 0;
      }
    }
    expect(found / put, `${found} of ${put}`).toBeGreaterThanOrEqual(0.9);
  });
});

function scaled(day: Day, times: number): Day {
  const { quantity, highest, lowest } = day;
  return { ...day, quantity: quantity * times, highest: highest * times, lowest: lowest * times };
}

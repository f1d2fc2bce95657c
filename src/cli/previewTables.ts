import type { Preview } from '../import/preview.js';
import { count } from './importProgress.js';
import { table } from './output.js';
import { lengthOf, meterName, quantity, section, stamp } from './previewWords.js';

type Shown<T extends keyof Preview> = NonNullable<Preview[T]>;

/** Meters and months of intervals, if any is good. */
export function meterLines(meters: Shown<'meters'>, months: Shown<'months'>): readonly string[] {
  if (meters.all === 0) return [];
  const share = (part: number, of: number): string => (part === 0 ? 'none' : `${((100 * part) / of).toFixed(1)} %`);
  const rows = meters.shown.map(({ accountId, meter, records, first, last, minutes, estimated, gaps }) => [
    ...[meterName(meter, accountId), count(records), `${count(minutes)} min`, stamp(first), stamp(last)],
    ...[share(estimated, records), gaps === 0 ? 'none' : count(gaps)],
  ]);
  const gaps = meters.shown.flatMap(({ accountId, meter, minutes, gaps: all, gapMinutes, longestGaps }) => {
    if (all === 0) return [];
    const longest = longestGaps.map(({ from, to }) => `${stamp(from)} to ${stamp(to)}`).join('; ');
    const lacking = count(Math.round(gapMinutes / minutes));
    const which = all > longestGaps.length ? `the longest: ${longest}` : longest;
    return [
      `${meterName(meter, accountId)}: ${lengthOf(gapMinutes)} in all (${lacking} intervals of ${minutes} min): ${which}`,
    ];
  });
  const header = ['meter', 'records', 'mostly of', 'first (UTC)', 'last (UTC)', 'estimated', 'gaps'];
  const sums = months.shown.map(({ accountId, meter, month, records, sum, unit, isMean }) => [
    ...[meterName(meter, accountId), month, count(records), quantity(sum), isMean ? `${unit} on average` : unit],
  ]);
  return [
    ...section('Meters', table(header, rows, [1, 2]), meters.all + 1),
    ...section('Gaps, between the first and the last record', gaps),
    ...section(
      'By meter and month (UTC)',
      table(['meter', 'month', 'records', 'sum', 'unit'], sums, [2, 3]),
      months.all + 1,
    ),
  ];
}

/** Registers of readings, if any is good. */
export function registerLines({ shown, all }: Shown<'registers'>): readonly string[] {
  if (all === 0) return [];
  const header = ['meter', 'register', 'readings', 'first (UTC)', 'showed', 'last (UTC)', 'showed', 'unit', 'falls'];
  const rows = shown.map(
    ({ accountId, meter, registerId, readings, first, last, firstValue, lastValue, unit, falls }) => [
      ...[meterName(meter, accountId), registerId ?? '', count(readings), stamp(first), quantity(firstValue)],
      ...[stamp(last), quantity(lastValue), unit ?? '', falls === 0 ? 'none' : count(falls)],
    ],
  );
  const fallen = shown.filter(({ falls }) => falls > 0).length;
  const words = `A register that showed less than before leaves a gap, unless its reading says meterReset: ${fallen} here.`;
  return [
    ...section('Registers', table(header, rows, [2, 4, 6]), all + 1),
    ...(fallen === 0 ? [] : section('Falls', [words])),
  ];
}

/** Invoices of accounts, by month, if any is good. */
export function invoiceLines({ shown, all }: Shown<'invoices'>): readonly string[] {
  if (all === 0) return [];
  const rows = shown.map(({ accountId, meter, month, invoices, units, unit, cost }) => [
    ...[meterName(meter, accountId), month ?? 'no start', count(invoices), quantity(units), unit ?? '', quantity(cost)],
  ]);
  const header = ['meter', 'month (UTC)', 'invoices', 'units', 'unit', 'cost'];
  return section('By account and month in which they begin', table(header, rows, [2, 3, 5]), all + 1);
}

import type { ImportName, ImportSummary } from '../import/importRecords.js';
import type { Preview } from '../import/preview.js';
import { isAllSkipped, moreErrors, type ImportedFile } from './importReport.js';
import { missingMeterAdvice, newMeterLines } from './newMeterLines.js';
import { count, table } from './output.js';

/** The preview of a file. */
export interface PreviewedFile extends ImportedFile {
  readonly recognised: Readonly<Record<string, string>>;
  /** Null if the file is empty. */
  readonly preview: Preview | null;
  /** The sentence about a portfolio sheet, whose resources have previews of their own. */
  readonly inWords?: string;
}

/** The order of the recognised properties in the preview. Other properties follow. */
const RECOGNISED = [
  ...['format', 'profile', 'sheet', 'encoding', 'delimiter', 'lines above the header', 'columns', 'stamps'],
  ...['dates', 'numbers', 'zone', 'unit', 'totals below'],
];
/** The labels of resources whose names are not plain words. */
const WORDS: Partial<Readonly<Record<ImportName, string>>> = {
  'non-cumulative': 'consumption in intervals (non-cumulative)',
  readings: 'readings of registers (readings)',
};
const MAX_LISTED = 10;

/** Returns the lines of a preview, which an energy manager reads before the import. Empty sections are omitted. */
export function previewLines(file: string, previewed: PreviewedFile): readonly string[] {
  const { resource, recognised, preview, newMeters, inWords, ...summary } = previewed;
  if (inWords === undefined && (resource === null || summary.read === 0)) {
    return [`${file} holds no rows, so there is nothing to import.`];
  }
  const rank = (name: string): number => (RECOGNISED.indexOf(name) + RECOGNISED.length + 1) % (RECOGNISED.length + 1);
  const properties = Object.entries(recognised).toSorted(([a], [b]) => rank(a) - rank(b));
  const { first = [], meters, months, registers, bills, invoices } = preview ?? {};
  return [
    inWords ?? `${file} holds ${resource === null ? '' : (WORDS[resource] ?? resource)}.`,
    ...section(
      'Recognised',
      table(
        ['', ''],
        properties.map(([what, as]) => [what, as]),
      ).slice(1),
    ),
    ...(resource === null ? [] : section('First records, as they would be stored', firstLines(resource, first))),
    ...(meters && months ? meterLines(meters, months) : []),
    ...(registers ? registerLines(registers) : []),
    ...(bills ? billLines(bills) : []),
    ...(invoices ? invoiceLines(invoices) : []),
    ...section('New meters', newMeters ? newMeterLines(newMeters, true) : []),
    ...section('Meters without an account', missingLines(previewed)),
    ...section('Skipped', counted(summary.skippedFor)),
    ...section('Bad rows', badLines(summary)),
    ...section('Notes', summary.notices.slice(0, MAX_LISTED), summary.noticed),
    '',
    ...(inWords === undefined ? verdict(summary, preview) : []),
  ];
}

const INTERVAL = ['meter', 'from (UTC)', 'to (UTC)', 'value', 'unit', 'estimated'];
const READING = ['meter', 'read at (UTC)', 'value', 'unit', 'type', 'register'];
const INVOICE = ['meter', 'from', 'to', 'units', 'unit', 'cost', 'status'];
const FIELDS = 6;

function firstLines(resource: ImportName, records: Preview['first']): readonly string[] {
  if (records.length === 0) return [];
  const meter = (record: Readonly<Record<string, unknown>>): string =>
    meterName(text(record.meter) || null, text(record.accountId) || null);
  if (resource === 'non-cumulative') {
    const rows = records.map((one) => [
      ...[meter(one), stamp(text(one.startTimestamp)), stamp(text(one.endTimestamp)), quantity(one.value)],
      ...[text(one.unit) || "the account's", one.isEstimated === true ? 'yes' : 'no'],
    ]);
    return table(INTERVAL, rows, [3]);
  }
  if (resource === 'readings') {
    const rows = records.map((one) => [
      ...[meter(one), stamp(text(one.submittedAt)), quantity(one.value), text(one.units) || "the account's"],
      ...[text(one.type), text(one.registerId)],
    ]);
    return table(READING, rows, [2]);
  }
  if (resource === 'invoices') {
    const rows = records.map((one) => {
      const { startDate, endDate, totalUnits, units, totalCost } = (one.values ?? {}) as Record<string, unknown>;
      return [
        ...[meter(one), text(startDate).slice(0, 10), text(endDate).slice(0, 10), quantity(totalUnits)],
        ...[text(units), quantity(totalCost), text(one.status)],
      ];
    });
    return table(INVOICE, rows, [3, 5]);
  }
  const names = [...new Set(records.flatMap((one) => Object.keys(one)))].slice(0, FIELDS);
  return table(
    names,
    records.map((one) => names.map((name) => text(one[name]))),
  );
}

/** The most characters of a field. */
const MAX_CHARACTERS = 40;

function text(value: unknown): string {
  if (value === null || value === undefined) return '';
  const complete = typeof value === 'string' ? value : JSON.stringify(value);
  return complete.length > MAX_CHARACTERS ? `${complete.slice(0, MAX_CHARACTERS - 1)}…` : complete;
}

function counted(items: ImportSummary['unmatched']): readonly string[] {
  const shown = items
    .slice(0, MAX_LISTED)
    .map(({ name, rows }) => `${name}: ${count(rows)} ${rows === 1 ? 'row' : 'rows'}`);
  return items.length > MAX_LISTED ? [...shown, `… and ${count(items.length - MAX_LISTED)} more`] : shown;
}

function missingLines({ unmatched, format }: ImportedFile): readonly string[] {
  return unmatched.length === 0 ? [] : [...counted(unmatched), missingMeterAdvice(format, unmatched.length)];
}

function badLines(summary: ImportSummary): readonly string[] {
  const shown = summary.errors.map(({ line, field, reason }) => {
    return `line ${line}: ${field === null ? '' : `${field}: `}${reason}`;
  });
  const more = moreErrors(summary);
  return more === null ? shown : [...shown, `… ${more}`];
}

function verdict(summary: ImportSummary, preview: Preview | null): readonly string[] {
  const { read, inserted, updated, deleted, unchanged, rejected, skipped, noticed } = summary;
  const counts: readonly (readonly [number, string])[] = [
    ...([
      [inserted, 'new'],
      [updated, 'changed'],
      [deleted, 'to delete'],
      [unchanged, 'unchanged'],
    ] as const),
    ...([
      [rejected, 'bad'],
      [skipped, 'skipped'],
    ] as const),
  ];
  const shown = counts.filter(([value]) => value > 0).map(([value, what]) => `${count(value)} ${what}`);
  const isBroken = preview?.bills?.shown.some((one) => one.gaps + one.overlaps > 0) === true;
  const gaps = isBroken || preview?.meters?.shown.some((meter) => meter.gaps > 0) === true;
  const falls = preview?.registers?.shown.some((register) => register.falls > 0) === true;
  const showsAll = [preview?.meters, preview?.registers].every((some) => !some || some.shown.length === some.all);
  const complete = preview?.meters ? ', and no meter has gaps' : '';
  // The preview looks for gaps only in the meters and registers that it shows.
  const isFine = rejected + skipped + noticed === 0 && !gaps && !falls && showsAll;
  return [
    `Of ${count(read)} ${read === 1 ? 'row' : 'rows'}: ${shown.join(', ')}.`,
    ...(isAllSkipped(summary) ? ['All rows are skipped, so there is nothing to import.'] : []),
    ...(isFine ? [`No problems: no row is bad or skipped${complete}.`] : []),
  ];
}

/** Returns the command line that imports the previewed files. */
export function importCommandLine(args: readonly string[], hasBadRows: boolean): readonly string[] {
  const plain = args.filter((arg) => arg !== '--preview' && arg !== '--json');
  const command = ['udg', ...plain].map((arg) =>
    /^[\w@%+=:,./-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", `'\\''`)}'`,
  );
  const words = hasBadRows ? 'To import the good rows, and write the bad ones to a file:' : 'To import it:';
  return [
    'Nothing was imported.',
    words,
    `  ${[...command, ...(hasBadRows ? ['--rejects', 'bad.ndjson'] : [])].join(' ')}`,
  ];
}

type Shown<T extends keyof Preview> = NonNullable<Preview[T]>;

/** Returns the sections of interval meters and their months; none if no row is good. */
function meterLines(meters: Shown<'meters'>, months: Shown<'months'>): readonly string[] {
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
  const header = ['meter', 'records', 'interval', 'first (UTC)', 'last (UTC)', 'estimated', 'gaps'];
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

/** Returns the sections of registers; none if no row is good. */
function registerLines({ shown, all }: Shown<'registers'>): readonly string[] {
  if (all === 0) return [];
  const header = ['meter', 'register', 'readings', 'first (UTC)', 'showed', 'last (UTC)', 'showed', 'unit', 'falls'];
  const rows = shown.map(
    ({ accountId, meter, registerId, readings, first, last, firstValue, lastValue, unit, falls }) => [
      ...[meterName(meter, accountId), registerId ?? '', count(readings), stamp(first), quantity(firstValue)],
      ...[stamp(last), quantity(lastValue), unit ?? '', falls === 0 ? 'none' : count(falls)],
    ],
  );
  const fallen = shown.filter(({ falls }) => falls > 0).length;
  const words = `A reading below the previous one leaves a gap, unless it has meterReset. Registers with such readings: ${fallen}.`;
  return [
    ...section('Registers', table(header, rows, [2, 4, 6]), all + 1),
    ...(fallen === 0 ? [] : section('Falls', [words])),
  ];
}

/** Returns the sections of the bills of each account, with gaps and overlaps between them. */
function billLines({ shown, all }: Shown<'bills'>): readonly string[] {
  if (all === 0) return [];
  const rows = shown.map((one) => [
    ...[meterName(one.meter, one.accountId), count(one.bills), one.first ?? '', one.last ?? ''],
    ...[quantity(one.quantity), one.unit ?? '', quantity(one.net), quantity(one.tax), quantity(one.total)],
    ...[one.currency?.toUpperCase() ?? '', count(one.gaps), count(one.overlaps)],
  ]);
  const header = ['meter', 'bills', 'first day', 'last day', 'quantity', 'unit', 'net', 'tax', 'total', 'currency'];
  const days = (list: (typeof shown)[number]['firstGaps'], of: number): string => {
    const texts = list.map(({ from, to }) => (from === to ? from : `${from} to ${to}`)).join('; ');
    return of > list.length ? `${texts}; and ${count(of - list.length)} more` : texts;
  };
  const gaps = shown.filter((one) => one.gaps > 0);
  const overlaps = shown.filter((one) => one.overlaps > 0);
  return [
    ...section('Bills', table([...header, 'gaps', 'overlaps'], rows, [1, 4, 6, 7, 8, 10, 11]), all + 1),
    ...section(
      'Days without a bill',
      gaps.map((one) => `${meterName(one.meter, one.accountId)}: ${days(one.firstGaps, one.gaps)}`),
    ),
    ...section(
      'Days with several bills, not counting credit notes',
      overlaps.map((one) => `${meterName(one.meter, one.accountId)}: ${days(one.firstOverlaps, one.overlaps)}`),
    ),
  ];
}

/** Returns the section of invoices by account and month; none if no row is good. */
function invoiceLines({ shown, all }: Shown<'invoices'>): readonly string[] {
  if (all === 0) return [];
  const rows = shown.map(({ accountId, meter, month, invoices, units, unit, cost }) => [
    ...[meterName(meter, accountId), month ?? 'no start', count(invoices), quantity(units), unit ?? '', quantity(cost)],
  ]);
  const header = ['meter', 'month (UTC)', 'invoices', 'units', 'unit', 'cost'];
  return section('By account and start month', table(header, rows, [2, 3, 5]), all + 1);
}

/** Returns a heading and its lines, or nothing if there are no lines. */
function section(title: string, lines: readonly string[], all = lines.length): readonly string[] {
  if (lines.length === 0) return [];
  const more = all > lines.length ? [`  … and ${count(all - lines.length)} more`] : [];
  return ['', title, ...lines.map((line) => `  ${line}`), ...more];
}

/** Formats a quantity with thousands separators. */
function quantity(value: unknown): string {
  return typeof value === 'number' ? value.toLocaleString('en', { maximumFractionDigits: 3 }) : '';
}

/** Formats a UTC timestamp, without its seconds if they are zero. */
function stamp(iso: string): string {
  return iso.replace('T', ' ').replace(/(?::00)?(?:\.000)?Z$/, '');
}

/** Returns the number of the meter, or else its account. */
function meterName(meter: string | null, accountId: string | null): string {
  if (meter !== null && meter !== '') return meter;
  return accountId === null ? 'no account' : `account ${accountId}`;
}

const HOUR = 60;
const DAY = 24 * HOUR;

/** Formats a duration in minutes, such as `5 h 30 min` or `3 days 1 h`. */
function lengthOf(minutes: number): string {
  const total = Math.round(minutes);
  const [days, hours, rest] = [Math.floor(total / DAY), Math.floor((total % DAY) / HOUR), total % HOUR];
  const parts = [
    ...(days > 0 ? [days === 1 ? '1 day' : `${days} days`] : []),
    ...(hours > 0 ? [`${hours} h`] : []),
    ...(rest > 0 || total === 0 ? [`${rest} min`] : []),
  ];
  return parts.join(' ');
}

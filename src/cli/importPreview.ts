import type { ImportName, ImportSummary } from '../import/importRecords.js';
import type { Preview } from '../import/preview.js';
import type { PreviewedFile } from './importOne.js';
import { count } from './importProgress.js';
import { isAllSkipped, moreErrors } from './importReport.js';
import { table } from './output.js';
import { invoiceLines, meterLines, registerLines } from './previewTables.js';
import { meterName, quantity, section, stamp } from './previewWords.js';

/** What is recognised, in the order in which it is told; anything else follows. */
const RECOGNISED = [
  ...['format', 'profile', 'sheet', 'encoding', 'delimiter', 'lines above the header', 'columns', 'stamps'],
  ...['dates', 'numbers', 'zone', 'unit', 'totals below'],
];
/** What people call what a file holds. */
const WORDS: Partial<Readonly<Record<ImportName, string>>> = {
  'non-cumulative': 'consumption in intervals (non-cumulative)',
  readings: 'readings of registers (readings)',
};
const LISTED = 10;

/** What an energy manager reads before a file is imported, in lines; what there is nothing of is skipped. */
export function previewLines(file: string, previewed: PreviewedFile): readonly string[] {
  const { resource, recognised, preview, ...summary } = previewed;
  if (resource === null || summary.read === 0) return [`${file} holds no rows, so there is nothing to import.`];
  const place = (name: string): number => (RECOGNISED.indexOf(name) + RECOGNISED.length + 1) % (RECOGNISED.length + 1);
  const known = Object.entries(recognised).toSorted(([a], [b]) => place(a) - place(b));
  const { first = [], meters, months, registers, invoices } = preview ?? {};
  return [
    `${file} holds ${WORDS[resource] ?? resource}.`,
    ...section(
      'Recognised',
      table(
        ['', ''],
        known.map(([what, as]) => [what, as]),
      ).slice(1),
    ),
    ...section('First records, as they would be stored', firstLines(resource, first)),
    ...(meters && months ? meterLines(meters, months) : []),
    ...(registers ? registerLines(registers) : []),
    ...(invoices ? invoiceLines(invoices) : []),
    ...section('Meters that no account has', counted(summary.unmatched)),
    ...section('Skipped', counted(summary.skippedFor)),
    ...section('Bad rows', badLines(summary)),
    ...section('Notes', summary.notices.slice(0, LISTED), summary.noticed),
    '',
    ...verdict(summary, preview),
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

/** Shown of a field at most. */
const MOST = 40;

function text(value: unknown): string {
  if (value === null || value === undefined) return '';
  const whole = typeof value === 'string' ? value : JSON.stringify(value);
  return whole.length > MOST ? `${whole.slice(0, MOST - 1)}…` : whole;
}

function counted(items: ImportSummary['unmatched']): readonly string[] {
  const shown = items
    .slice(0, LISTED)
    .map(({ name, rows }) => `${name}: ${count(rows)} ${rows === 1 ? 'row' : 'rows'}`);
  return items.length > LISTED ? [...shown, `… and ${count(items.length - LISTED)} more`] : shown;
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
  const told = counts.filter(([value]) => value > 0).map(([value, what]) => `${count(value)} ${what}`);
  const gaps = preview?.meters?.shown.some((meter) => meter.gaps > 0) === true;
  const falls = preview?.registers?.shown.some((register) => register.falls > 0) === true;
  const isWhole = [preview?.meters, preview?.registers].every((some) => !some || some.shown.length === some.all);
  const complete = preview?.meters ? ', and no meter lacks an interval' : '';
  // Gaps were looked for in what is shown only.
  const isFine = rejected + skipped + noticed === 0 && !gaps && !falls && isWhole;
  return [
    `Of ${count(read)} ${read === 1 ? 'row' : 'rows'}: ${told.join(', ')}.`,
    ...(isAllSkipped(summary) ? ['All rows are skipped, so there is nothing to import.'] : []),
    ...(isFine ? [`Nothing to worry about: no row is bad and none is skipped${complete}.`] : []),
  ];
}

/** The command that imports what was previewed, as it is typed. */
export function importCommandLine(args: readonly string[], hasBadRows: boolean): readonly string[] {
  const plain = args.filter((arg) => arg !== '--preview' && arg !== '--json');
  const command = ['udg', ...plain].map((arg) =>
    /^[\w@%+=:,./-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", `'\\''`)}'`,
  );
  const words = hasBadRows ? 'To import what is good, with the bad rows in a file of their own:' : 'To import it:';
  return [
    'Nothing was imported.',
    words,
    `  ${[...command, ...(hasBadRows ? ['--rejects', 'bad.ndjson'] : [])].join(' ')}`,
  ];
}

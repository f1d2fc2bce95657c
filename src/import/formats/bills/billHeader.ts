import { quoted } from '../../../errors/suggest.js';
import type { CsvRecord } from '../csvRecords.js';
import { headerUnit } from '../headerUnit.js';
import type { IntervalMap } from '../intervalMap.js';
import { columnPlace, columnPlaces, DATE_NAMES, plainName } from '../meterColumns.js';
import { ignoring, type TableForm } from '../table.js';
import { BILL_ROLES, billRole, currencyIn, isInHundredths, type NamedRole } from './billNames.js';
import { isDocument } from './billStatus.js';
import { rateColumn, rateKey, type RateColumn } from './rateColumns.js';
import { knownBillColumns } from './detectBills.js';

export type BillPlace = Exclude<NamedRole, 'aside' | 'due'>;

/** Where a table of bills has what. */
export interface BillHeader {
  readonly labels: readonly string[];
  readonly places: Readonly<Partial<Record<BillPlace, number>>>;
  /** Columns of rate lines, in order. */
  readonly rates: readonly (RateColumn & { readonly place: number })[];
  /** The unit in the name of the quantity's column; null: none. */
  readonly unit: string | null;
  /** The currency that the names of columns state; null: none. */
  readonly currency: string | null;
  /** Places of the sums that are in pence or cents. */
  readonly hundredths: ReadonlySet<number>;
  /** Columns that are not read, and not among those that say nothing of a bill. */
  readonly skipped: readonly string[];
}

/** The options that apply to the columns. */
export interface SaidOfBills {
  readonly map: IntervalMap | null;
  readonly ignored: readonly string[];
  readonly isOfAccount: boolean;
}

/** The form of a table of bills: what tells its header, and the columns that every row fills. */
export function billForm(map: IntervalMap | null): TableForm {
  const named = Object.values(map?.columns ?? {});
  return {
    known(cells) {
      const labels = cells.map((cell) => cell.trim());
      if (named.length > 0) return named.every((name) => columnPlaces(labels, name).length > 0) ? labels.length : 0;
      const roles = labels.map((label) => billRole(label));
      const hasDays = roles.some((role) => role === 'start' || role === 'period' || role === 'number');
      const known = roles.filter((role) => role !== undefined).length;
      return Math.max(knownBillColumns(cells), hasDays && known > 2 ? known : 0);
    },
    keys: (labels) =>
      labels.flatMap((label, place) => {
        const role = roleIn(map, labels, place) ?? billRole(label);
        return role !== undefined && KEYS.includes(role) ? [place] : [];
      }),
    of: 'bills (columns such as invoice number, from, to, kWh, total)',
  };
}

const KEYS: readonly string[] = ['number', 'start', 'end', 'period', 'point', 'serial', 'either', 'meter', 'reference'];

/** The role that a map gives a column; undefined: it does not name the column. */
function roleIn(map: IntervalMap | null, labels: readonly string[], place: number): BillPlace | undefined {
  return BILL_ROLES.find((role) => columnPlaces(labels, map?.columns[role] ?? '').includes(place));
}

/**
 * Reads the header of a table of bills. The reader recognises the columns that the map does not name by their names.
 * @param sample rows below the header, where a name does not tell what its column holds
 * @throws Error that begins with "the header" when it has no days, no meter or no amounts, or lacks a column of the map
 */
export function readBillHeader(
  labels: readonly string[],
  { map, ignored, isOfAccount }: SaidOfBills,
  sample: readonly CsvRecord[],
): BillHeader {
  const isIgnored = ignoring(ignored);
  const places: Partial<Record<BillPlace, number>> = {};
  for (const role of BILL_ROLES) {
    const name = map?.columns[role];
    if (name !== undefined) places[role] = columnPlace(labels, name, `--map or the profile names as ${role}`);
  }
  const taken = new Set(Object.values(places));
  const rates: (RateColumn & { readonly place: number })[] = [];
  const skipped: string[] = [];
  const dues: number[] = [];
  for (const [place, label] of labels.entries()) {
    if (taken.has(place) || label === '' || isIgnored(label)) continue;
    const role = roleOf(label, place, sample);
    const rate = role === undefined ? rateColumn(label) : null;
    if (rate !== null) rates.push({ ...apart(rate, rates, label), place });
    else if (role === 'due') dues.push(place);
    else if (role === undefined || (role !== 'aside' && places[role] !== undefined)) skipped.push(label);
    else if (role !== 'aside') places[role] = place;
  }
  const chosen = map?.columns.value === undefined ? withEnergy(places, labels, skipped) : places;
  const found = withMoney(withDue(withDate(chosen, labels, skipped), dues, labels, skipped));
  checkPlaces(found, rates, isOfAccount);
  const { unit } = headerUnit(labels[found.value ?? -1] ?? '');
  const currency = labels.flatMap((label, place) =>
    taken.has(place) || isMoney(place, found, rates) ? (currencyIn(label) ?? []) : [],
  );
  const sums = labels.flatMap((label, place) => (isMoney(place, found, rates) && isInHundredths(label) ? [place] : []));
  return {
    labels,
    places: found,
    rates,
    unit,
    currency: currency[0] ?? null,
    hundredths: new Set(sums),
    skipped,
  };
}

/** The role of a column by its name; the cells decide a name that may be a text or an amount. */
function roleOf(label: string, place: number, sample: readonly CsvRecord[]): NamedRole | undefined {
  const role = billRole(label);
  const cells = sample.map(({ cells }) => (cells[place] ?? '').trim()).filter((cell) => cell !== '');
  if (role === 'aside' && plainName(label) === 'type' && cells.some(isDocument)) return 'document';
  if (role === 'unit' && cells.length > 0 && cells.every((cell) => /^[-(]?\d/.test(cell))) return 'value';
  if (role !== 'charge') return role;
  return cells.length > 0 && cells.every((cell) => !/\p{L}{2}/u.test(cell)) ? 'cost' : 'charge';
}

/** Takes a column that is only called `Date` as the date of the bill, where other columns have the billed days. */
function withDate(
  places: Readonly<Partial<Record<BillPlace, number>>>,
  labels: readonly string[],
  skipped: string[],
): Partial<Record<BillPlace, number>> {
  const label = skipped.find((one) => DATE_NAMES.includes(plainName(one)));
  if (label === undefined || places.invoiceDate !== undefined) return { ...places };
  skipped.splice(skipped.indexOf(label), 1);
  return { ...places, invoiceDate: labels.indexOf(label) };
}

/** A second column of the same part of a rate keeps its own name, so that both are lines. */
function apart(rate: RateColumn, rates: readonly RateColumn[], label: string): RateColumn {
  const isTaken = rates.some(
    ({ rateName, part }) => part === rate.part && rateKey(rateName) === rateKey(rate.rateName),
  );
  return isTaken ? { ...rate, rateName: label } : rate;
}

/** Of two quantities, such as `Units (m3)` and `kWh`, the energy is what the bill charges. */
function withEnergy(
  places: Readonly<Partial<Record<BillPlace, number>>>,
  labels: readonly string[],
  skipped: string[],
): Partial<Record<BillPlace, number>> {
  const isEnergy = (label: string): boolean => /^[kmg]wh$/i.test(headerUnit(label).unit ?? '');
  const before = labels[places.value ?? -1];
  const label = skipped.find((one) => billRole(one) === 'value' && isEnergy(one));
  if (before === undefined || label === undefined || isEnergy(before)) return { ...places };
  skipped[skipped.indexOf(label)] = before;
  return { ...places, value: labels.indexOf(label) };
}

const BALANCE = /balance|brought forward|arrears|\bb\/f\b|payments?\b|saldo/i;

/** A sum to pay is the total where no other column is it, unless a balance that is in the sum has a column too. */
function withDue(
  places: Readonly<Partial<Record<BillPlace, number>>>,
  dues: readonly number[],
  labels: readonly string[],
  skipped: string[],
): Partial<Record<BillPlace, number>> {
  const hasTotal = places.total !== undefined || (places.cost !== undefined && places.charge === undefined);
  const isTotal = !hasTotal && !labels.some((label, place) => BALANCE.test(label) && !dues.includes(place));
  const [first, ...others] = dues;
  for (const place of isTotal ? others : dues) skipped.push(labels[place] ?? '');
  return isTotal && first !== undefined ? { ...places, total: first } : { ...places };
}

/** Without lines of charges, a column that is called `Amount` or `Cost` is the total, else the net cost. */
function withMoney(places: Partial<Record<BillPlace, number>>): Partial<Record<BillPlace, number>> {
  const { cost, ...rest } = places;
  if (cost === undefined || places.charge !== undefined) return places;
  if (places.total === undefined) return { ...rest, total: cost };
  return places.net === undefined ? { ...rest, net: cost } : { ...rest, unitCost: places.unitCost ?? cost };
}

function isMoney(place: number, places: Partial<Record<BillPlace, number>>, rates: BillHeader['rates']): boolean {
  return (
    MONEY_ROLES.some((role) => places[role] === place) ||
    rates.some((rate) => rate.place === place && rate.part === 'cost')
  );
}

/** Roles of columns of money. */
export const MONEY_ROLES = ['net', 'vat', 'ccl', 'unitCost', 'standing', 'total', 'cost'] as const;

function checkPlaces(
  places: Partial<Record<BillPlace, number>>,
  rates: BillHeader['rates'],
  isOfAccount: boolean,
): void {
  const has = (...roles: readonly BillPlace[]): boolean => roles.some((role) => places[role] !== undefined);
  if (!has('period') && !(has('start') && has('end'))) {
    const one = has('start') ? 'the last day' : has('end') ? 'the first day' : 'the billed days';
    throw new Error(`the header has no column of ${one} of the bills: say which with --map start=…,end=… or period=…`);
  }
  if (!isOfAccount && !has('point', 'serial', 'either', 'meter', 'reference')) {
    throw new Error(
      'the header has no column of meters, such as MPAN, serial or account number: say which with --map meter=…, or whose bills they are with --account',
    );
  }
  if (rates.length === 0 && !has('value', ...MONEY_ROLES)) {
    throw new Error(
      'the header has no column of quantities or costs, such as kWh or total: say which with --map value=…,total=…',
    );
  }
}

/** Lists the columns and their roles, for a preview. */
export function columnsInWords({ labels, places, rates }: BillHeader): string {
  const held = Object.entries(places).map(([role, place]) => `${labels[place] ?? ''} (${ROLE_WORDS[role] ?? role})`);
  return [...held, ...rates.map(({ place, rateName }) => `${labels[place] ?? ''} (line ${quoted(rateName)})`)].join(
    ', ',
  );
}

const ROLE_WORDS: Readonly<Record<string, string>> = {
  ...{
    point: 'meter',
    either: 'meter',
    value: 'quantity',
    start: 'first day',
    end: 'last day',
    invoiceDate: 'invoice date',
  },
  ...{
    dueDate: 'due date',
    reference: 'account number',
    unitCost: 'unit cost',
    vat: 'VAT',
    ccl: 'CCL',
    document: 'type of document',
  },
  ...{
    startRead: 'first reading',
    endRead: 'last reading',
    startReadType: 'type of first reading',
    endReadType: 'type of last reading',
  },
};

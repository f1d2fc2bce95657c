import { quoted } from '../../../errors/suggest.js';
import { cellAt, type CsvRecord } from '../csvRecords.js';
import { isUnit } from '../headerUnit.js';
import type { BillTable } from './billCells.js';
import type { BillHeader, BillColumnRole } from './billHeader.js';
import { currencyIn } from './billNames.js';
import { isCreditNote, isNoCost, isRebill, STATUS_WORDS, statusFields } from './billStatus.js';
import type { Amounts, BillRow, CellProblem, ChargeLine } from './billTypes.js';
import { rateKey } from './rateColumns.js';

/** The roles of columns with texts and dates, by path of the invoice. */
const TEXTS: Readonly<Record<string, BillColumnRole>> = {
  'values.supplierRef': 'reference',
  'values.supplierName': 'supplier',
  'values.invoiceDate': 'invoiceDate',
  'values.invoiceDueDate': 'dueDate',
  'values.startRead': 'startRead',
  'values.endRead': 'endRead',
  'values.startReadType': 'startReadType',
  'values.endReadType': 'endReadType',
};

/** Returns the paths of the texts and dates that a file states. */
export function textPaths({ columns }: BillHeader): readonly string[] {
  return Object.entries(TEXTS).flatMap(([path, role]) => (columns[role] === undefined ? [] : [path]));
}

const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;
/** A number in exponent form: the spreadsheet has dropped digits of the meter number. */
const SHORTENED = /^\d(?:[.,]\d+)?e\+?\d+$/i;
/** Characters of a date in ISO 8601. */
const DATE = 10;

/** Whether a spreadsheet has shortened a meter number. */
export function isShortened(text: string): boolean {
  return SHORTENED.test(text);
}

/** Creates a function that reads the rows of a table of bills. */
export function createRowReader(header: BillHeader, { start, end, facts }: BillTable): (record: CsvRecord) => BillRow {
  return (record) =>
    new RowReader(header, record).read(start, end, facts.get(record.line) ?? { currency: null, unit: null });
}

class RowReader {
  readonly #header: BillHeader;
  readonly #record: CsvRecord;
  readonly #problems: CellProblem[] = [];

  constructor(header: BillHeader, record: CsvRecord) {
    this.#header = header;
    this.#record = record;
  }

  read(start: number, end: number, facts: { readonly currency: string | null; readonly unit: string | null }): BillRow {
    const { line, text } = this.#record;
    const { columns, currency } = this.#header;
    const meter = this.#meter();
    const [from, to] = this.#days(start, end);
    const unit = this.#unit() ?? facts.unit ?? this.#header.unit;
    const amounts = this.#amounts();
    return {
      line,
      text,
      number: this.#text('number') || null,
      meter,
      reference: this.#text('reference') || null,
      start: from,
      end: to,
      texts: Object.fromEntries(Object.entries(TEXTS).map(([path, role]) => [path, this.#textOrDate(role) || null])),
      amounts,
      unit,
      lines: columns.charge === undefined ? this.#columnLines(amounts, unit) : this.#rowLine(unit, from, to),
      isCreditNote: isCreditNote(this.#document()),
      isRebill: isRebill(this.#text('document')),
      currency: this.#currency() ?? facts.currency ?? currency,
      status: this.#status(),
      problems: this.#problems,
    };
  }

  #cell(index: number | undefined): string {
    return cellAt(this.#record.cells, index);
  }

  #text(role: BillColumnRole): string {
    return this.#cell(this.#header.columns[role]);
  }

  #refuse(index: number | undefined, problem: string): void {
    this.#problems.push({
      field: this.#header.labels[index ?? -1] ?? this.#header.labels[this.#header.columns.period ?? -1] ?? '',
      problem,
    });
  }

  #meter(): BillRow['meter'] {
    for (const role of ['point', 'serial', 'either', 'meter'] as const) {
      const text = this.#text(role);
      if (SHORTENED.test(text)) {
        this.#refuse(
          this.#header.columns[role],
          `has lost digits in a spreadsheet, got ${quoted(text)}: format the column as text, and save all digits`,
        );
      }
    }
    const either = this.#text('meter') || this.#text('either');
    return {
      ...(this.#text('point') === '' ? {} : { point: this.#text('point') }),
      ...(this.#text('serial') === '' ? {} : { serial: this.#text('serial') }),
      ...(either === '' || this.#text('point') !== '' ? {} : { either }),
    };
  }

  #days(start: number, end: number): readonly [string | null, string | null] {
    const days = [start, end].map((index) => this.#day(index));
    const [from = null, to = null] = days;
    if (this.#problems.length > 0 || from === null || to === null || to >= from) return [from, to];
    this.#refuse(end, `must not be before the first day ${from}, got ${to}`);
    return [from, to];
  }

  /** Returns the type of the document. Refuses a payment. */
  #document(): string {
    const text = this.#text('document');
    if (isNoCost(text)) {
      this.#refuse(
        this.#header.columns.document,
        `must not be a payment or a bill in advance, because the final bill includes its cost, got ${quoted(text)}. Delete the row, or ignore the column with --ignore`,
      );
    }
    return text;
  }

  /** Reads a day of the bill. Returns an unreadable cell unchanged. */
  #day(index: number): string | null {
    const cell = this.#cell(index);
    if (/^\d{4}-\d\d-\d\d/.test(cell)) return cell.slice(0, DATE);
    const { period } = this.#header.columns;
    if (period === undefined) {
      if (cell === '') return null;
      this.#refuse(index, `must be a date such as 2024-01-31, got ${quoted(cell)}`);
    } else if (index === this.#header.labels.length && cell !== '') {
      this.#refuse(period, `must be two dates such as 01/01/2024 - 31/01/2024, got ${quoted(this.#cell(period))}`);
    }
    return cell || null;
  }

  #textOrDate(role: BillColumnRole): string {
    const cell = this.#text(role);
    if (cell === '' || (role !== 'invoiceDate' && role !== 'dueDate')) return cell;
    if (/^\d{4}-\d\d-\d\d/.test(cell)) return cell.slice(0, DATE);
    this.#refuse(this.#header.columns[role], `must be a date such as 2024-01-31, got ${quoted(cell)}`);
    return cell;
  }

  #number(index: number | undefined): number | null {
    const cell = this.#cell(index);
    if (cell === '') return null;
    if (NUMBER.test(cell)) return this.#header.hundredths.has(index ?? -1) ? hundredth(cell) : Number(cell);
    this.#refuse(index, `must be a number, got ${quoted(cell)}`);
    return null;
  }

  #amounts(): Amounts {
    const { columns } = this.#header;
    return {
      value: this.#number(columns.value),
      unitCost: this.#number(columns.unitCost),
      standing: this.#number(columns.standing),
      ccl: this.#number(columns.ccl),
      net: this.#number(columns.net),
      vat: this.#number(columns.vat),
      total: this.#number(columns.total),
    };
  }

  #unit(): string | null {
    const text = this.#text('unit');
    return text === '' ? null : text;
  }

  #currency(): string | null {
    const text = this.#text('currency');
    if (text === '') return null;
    const named = currencyIn(text) ?? text.toLowerCase();
    if (/^(?:[a-z]{3}|\$)$/.test(named)) return named;
    this.#refuse(this.#header.columns.currency, `must be a currency of ISO 4217 such as GBP, got ${quoted(text)}`);
    return null;
  }

  #status(): BillRow['status'] {
    const text = this.#text('status');
    const fields = statusFields(text);
    if (fields === null) {
      this.#refuse(
        this.#header.columns.status,
        `must be ${STATUS_WORDS}, got ${quoted(text)}; ignore the column with --ignore if the bill counts`,
      );
    }
    return fields ?? {};
  }

  /** Returns the lines of a bill with rates in columns. A line needs at least one number. */
  #columnLines(amounts: Amounts, unit: string | null): readonly ChargeLine[] {
    const { rates, columns } = this.#header;
    const lines = new Map<string, ChargeLine>();
    for (const { rateName, part, unit: rateUnit, isStanding, index } of rates) {
      const number = this.#number(index);
      if (number === null) continue;
      const units = isStanding ? 'day' : (rateUnit ?? unit);
      const current = lines.get(rateKey(rateName)) ?? { ...EMPTY_LINE, rateName, units };
      lines.set(rateKey(rateName), { ...current, [part]: number });
    }
    const unitRate = this.#number(columns.rate);
    const { standing, ccl, value, unitCost } = amounts;
    const all = [...lines.values()].map((line) =>
      line.consumption === null && line.unitRate === null && line.units !== 'day' ? { ...line, units: null } : line,
    );
    if (unitRate !== null && all.every(({ units, consumption }) => units === 'day' || consumption === null))
      all.unshift({ ...EMPTY_LINE, rateName: 'Energy', units: unit, consumption: value, unitRate, cost: unitCost });
    if (standing !== null) all.push({ ...EMPTY_LINE, rateName: 'Standing charge', units: 'day', cost: standing });
    if (ccl !== null && all.length > 0) all.push({ ...EMPTY_LINE, rateName: 'CCL', cost: ccl });
    return all;
  }

  /** Returns the line of a charge row. */
  #rowLine(unit: string | null, start: string | null, end: string | null): readonly ChargeLine[] {
    const { columns } = this.#header;
    const rateName = this.#text('charge');
    if (rateName === '') this.#refuse(columns.charge, 'must name the charge, such as Energy or Standing charge');
    const consumption = this.#number(columns.value);
    const statedUnit = this.#unit();
    const isDays = /^(?:days?|tage?|jours?|dias?|giorni|dagen)$/i.test(statedUnit ?? '');
    const isKnownUnit = statedUnit !== null && (isUnit(statedUnit) || isDays);
    const units = isDays || (!isKnownUnit && isStandingName(rateName)) ? 'day' : (statedUnit ?? unit);
    const cost = this.#number(columns.cost);
    return [
      {
        rateName,
        consumption,
        unitRate: this.#number(columns.rate),
        cost,
        units: consumption === null ? null : units,
        start,
        end,
      },
    ];
  }
}

/** Converts pence or cents to pounds, euros or dollars. */
function hundredth(digits: string): number {
  return Number((Number(digits) / 100).toFixed(6));
}

const EMPTY_LINE: ChargeLine = {
  ...{ rateName: '', consumption: null, unitRate: null, cost: null, units: null, start: null, end: null },
};

/** Whether a charge is per day, by its name. */
export function isStandingName(name: string): boolean {
  return /standing|daily charge|fixed charge|grundpreis|grundgeb|abonnement|quota fissa|vastrecht/i.test(name);
}

import { readText } from '../files.js';

/** A line of a bill. */
export interface BillLine {
  readonly rateName: string;
  readonly consumption: number | null;
  readonly units: string | null;
  readonly cost: number;
}

/** A published bill. Days are texts such as `2010-08-30`. */
export interface Bill {
  readonly supplierCode: string;
  readonly supplierName: string;
  readonly accountNumber: string;
  readonly serviceName: string;
  readonly meterSerialNumber: string | null;
  readonly invoiceDate: string;
  readonly invoiceDueDate: string;
  /** The first billed day. */
  readonly from: string;
  /** The day on which the next bill starts. */
  readonly thru: string;
  readonly totalUnits: number | null;
  readonly units: string | null;
  readonly totalCost: number;
  readonly lines: readonly BillLine[];
}

type Fields = Readonly<Record<string, unknown>>;

/** Returns the bills, service after service, each in the order of time. */
export function readBills(): readonly Bill[] {
  const bills: unknown = JSON.parse(readText('fairbanks', 'bills.json.gz'));
  return list(bills).map((bill) => ({
    supplierCode: text(bill, 'supplierCode'),
    supplierName: text(bill, 'supplierName'),
    accountNumber: text(bill, 'accountNumber'),
    serviceName: text(bill, 'serviceName'),
    meterSerialNumber: optional(bill, 'meterSerialNumber', text),
    invoiceDate: text(bill, 'invoiceDate'),
    invoiceDueDate: text(bill, 'invoiceDueDate'),
    from: text(bill, 'startDate'),
    thru: text(bill, 'endDate'),
    totalUnits: optional(bill, 'totalUnits', number),
    units: optional(bill, 'units', text),
    totalCost: number(bill, 'totalCost'),
    lines: list(bill.rates).map((line) => ({
      rateName: text(line, 'rateName'),
      consumption: optional(line, 'consumption', number),
      units: optional(line, 'units', text),
      cost: number(line, 'cost'),
    })),
  }));
}

function list(value: unknown): readonly Fields[] {
  if (!Array.isArray(value) || !value.every(isFields)) throw new Error('the bills are not a list of objects');
  return value;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function text(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string') throw new Error(`${name} of a bill is not a text`);
  return value;
}

function number(fields: Fields, name: string): number {
  const value = fields[name];
  if (typeof value !== 'number') throw new Error(`${name} of a bill is not a number`);
  return value;
}

function optional<T>(fields: Fields, name: string, read: (fields: Fields, name: string) => T): T | null {
  return fields[name] === null ? null : read(fields, name);
}

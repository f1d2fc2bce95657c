import { beforeAll, describe, expect, it } from 'vitest';
import { ENGINES } from '../support/engines.js';
import { valueAt } from '../support/model.js';
import { PORTFOLIO, type PlainRecord } from '../support/portfolio.js';
import { servePortfolio } from '../support/served.js';

type Type = 'string' | 'number' | 'boolean' | 'timestamp' | 'identifier' | 'array of string' | 'array of object';

/** The rows of contract 2, by the answer that carries all fields: several fields of one type and row together. */
const TABLES: Readonly<Record<'invoices' | 'readings' | 'accounts' | 'assets' | 'non-cumulative', string>> = {
  invoices: `
    _id: identifier
    fileName: string
    status: string
    financialStatus: string
    completed: boolean
    isPaid: boolean
    type: string
    tags: array of string
    rates: array of object
    notes: string
    accountId, entityId, supplierId: identifier
    createdAt, updatedAt: timestamp
    values.invoiceNumber: string
    values.supplierRef: string
    values.supplierName: string
    values.recipient: string
    values.invoiceDate: timestamp
    values.invoiceDueDate: timestamp
    values.startDate: timestamp
    values.endDate: timestamp
    values.meterPointNumber: string
    values.meterSerialNumber: string
    values.totalUnits: number
    values.totalUnitCost: number
    values.totalDaily: number
    values.totalCCL: number
    values.netTotalCost: number
    values.totalTax: number
    values.totalCost: number
    values.units: string
    values.startRead: string
    values.endRead: string
    values.startReadType: string
    values.endReadType: string
    values.supplyAddress: string
    rates.id, rates.rateName, rates.units: string
    rates.consumption, rates.unitRate, rates.cost: number
    rates.startDate, rates.endDate: timestamp`,
  readings: `
    _id: identifier
    submittedAt: timestamp
    value: number
    type: string
    units: string
    name: string
    source: string
    registerId: string
    isHalfHourly: boolean
    meterReset: boolean
    quantity, registerDigits: number
    invoiceId: identifier
    accountId, entityId, companyId: identifier
    createdAt, updatedAt: timestamp`,
  'non-cumulative': `
    _id: identifier
    value: number
    startTimestamp, endTimestamp: timestamp
    type: string
    unit: string
    readType: string
    isHalfHourly, isEstimated, isGridData: boolean
    source: string
    accountId, entityId: identifier
    createdAt, updatedAt: timestamp`,
  accounts: `
    _id: identifier
    name, group, siteCode, type, supplierRef, meterPointNumber, meterPointNumber2, meterSerialNumber, meterUnits: string
    automaticMeterRead: boolean
    status, capacity, meterOperator, meterLocation, meterAreaServed: string
    isVirtual: boolean
    meterUser: string
    consumptionPriority: array of string
    assetId, entityId, companyId: identifier
    tags: array of string
    createdAt, updatedAt: timestamp`,
  assets: `
    _id: identifier
    siteName, siteCode: string
    address.streetAddress, address.locality, address.region, address.postCode, address.countryCode: string
    address.latitude, address.longitude: string
    assetType: string
    floorArea: number
    floorAreaUnit: string
    noOfFloors: number
    gav, gavCurrency, occupationStatus: string
    vacancyRate, constructionYear: number
    ownedSince: timestamp
    tenure: string
    tenantControlledPercent, landlordControlledPercent, occupancyLevel: number
    status: string
    tags: array of string
    createdAt, updatedAt: timestamp`,
};

const rows = (name: keyof typeof TABLES): readonly (readonly [string, readonly string[], Type])[] =>
  TABLES[name]
    .trim()
    .split('\n')
    .map((line) => {
      const [fields = '', type] = line.trim().split(': ');
      return [line.trim(), fields.split(', '), type as Type];
    });

const IS: Readonly<Record<Type, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  boolean: (value) => typeof value === 'boolean',
  timestamp: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value),
  identifier: (value) => typeof value === 'string' && /^[0-9a-f]{24}$/.test(value),
  'array of string': (value) => typeof value === 'string',
  'array of object': (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

describe.each(ENGINES)('contract 2 on %s', (engine) => {
  const { server, key } = servePortfolio(engine);

  /** Every record with all its fields: single items where there are some. */
  const records = async (name: keyof typeof TABLES): Promise<readonly PlainRecord[]> => {
    if (name === 'readings' || name === 'non-cumulative') {
      const parent = PORTFOLIO[name].find(({ entityId }) => entityId !== null);
      const query = `accountId=${String(parent?.accountId)}${name === 'readings' ? '&type=*' : ''}`;
      const { body } = await server().get(`/${name}?${query}`, key());
      return body.data as readonly PlainRecord[];
    }
    const items: PlainRecord[] = [];
    // One after the other: all at once wait for each other, and one that waits for too long is refused.
    for (const { _id } of PORTFOLIO[name]) {
      const { status, body } = await server().get(`/${name}/${String(_id)}`, key());
      expect({ status, body }).toMatchObject({ status: 200 });
      items.push(body);
    }
    return items;
  };

  describe.each(Object.keys(TABLES) as (keyof typeof TABLES)[])('%s', (name) => {
    let all: readonly PlainRecord[] = [];
    beforeAll(async () => {
      all = await records(name);
    });

    it.each(rows(name))('"%s"', (_, fields, type) => {
      expect(all.length).toBeGreaterThan(5);
      for (const field of fields) {
        const values = all.flatMap((record) => valueAt(record, field));
        expect(values, field).not.toContain(undefined);
        const there = values.filter((value) => value !== null);
        expect(there.length, field).toBeGreaterThan(0);
        for (const value of there) expect(IS[type](value), `${field} ${JSON.stringify(value)}`).toBe(true);
      }
    });
  });
});

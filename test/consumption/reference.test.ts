import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { applyBatch, changes, emissionsQuestions, portfolios, questions } from './reference/randomPortfolio.js';
import type { Question, Records } from './reference/records.js';
import { referenceConsumption, referenceEmissions } from './reference/reference.js';
import { casesOf } from '../support/repeated.js';

interface Example {
  readonly why: string;
  readonly records: Records;
  readonly questions: readonly { readonly ask: Question; readonly expect: Readonly<Record<string, unknown>> }[];
}

const FOLDER = new URL('./examples/', import.meta.url);
const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

const isExample = (value: unknown): value is Example =>
  typeof value === 'object' && value !== null && 'why' in value && 'records' in value && 'questions' in value;

function load(name: string): Example {
  const example: unknown = JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'));
  if (!isExample(example)) throw new Error(`${name} is no example`);
  return example;
}

it('the reference implementation has 15 example files', () => {
  expect(files).toHaveLength(15);
});

describe.each(files)('the reference implementation, %s', (name) => {
  const { why, records, questions } = load(name);

  it.each(questions)(`${why} ($ask.granularity $ask.source)`, ({ ask, expect: expected }) => {
    const body = referenceConsumption(records, ask);
    expect(body).toMatchObject(expected);
    expect(body.data).toHaveLength(Array.isArray(expected.data) ? expected.data.length : NaN);
  });
});

const numberOf = (body: unknown, key: string): number => {
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, key) : undefined;
  return typeof value === 'number' ? value : NaN;
};

const CASES = portfolios({ maxDays: 9 }).chain((portfolio) =>
  fc.record({ portfolio: fc.constant(portfolio), ask: questions(portfolio), more: changes(portfolio) }),
);

describe('the reference implementation, on random portfolios', () => {
  it('returns totals that equal the sums of their parts', () => {
    fc.assert(
      fc.property(CASES, ({ portfolio: { records }, ask, more }) => {
        const after = more.reduce<Records>(applyBatch, records);
        const all = { dayNight: 'true', minimal: 'false', detailedSource: 'true', emissions: 'true' };
        const body = referenceConsumption(after, { ...ask, ...all });
        const total = numberOf(body, 'consumption');
        const data = Array.isArray(body.data) ? body.data : [];
        const of = (part: unknown, keys: readonly string[]): number =>
          keys.reduce((sum, key) => sum + numberOf(part, key), 0);
        expect(data.reduce<number>((sum, one) => sum + numberOf(one, 'consumption'), 0)).toBeCloseTo(total, 2);
        expect(of(body, ['dayConsumption', 'nightConsumption'])).toBeCloseTo(total, 4);
        expect(of(body.combinedBreakdown, ['hh', 'invoice', 'reading', 'custom'])).toBeCloseTo(total, 4);
        expect(of(body.emissions, ['scope1', 'scope2', 'scope3'])).toBeCloseTo(numberOf(body.emissions, 'total'), 4);
      }),
      { numRuns: casesOf(40) },
    );
  });

  it('returns assets that add up to their group', () => {
    fc.assert(
      fc.property(CASES, ({ portfolio: { records }, ask: { startDate = '', endDate = '' } }) => {
        for (const assetGroupId of records.assetGroups.map(({ _id }) => _id)) {
          const ask = { startDate, endDate, assetGroupId, accountType: 'electricity,gas', assetBreakdown: 'true' };
          const body = referenceConsumption(records, ask);
          const groups = Array.isArray(body.assetGroups) ? body.assetGroups : [];
          const sum = groups.reduce<number>((total, one) => total + numberOf(one, 'consumption'), 0);
          expect(sum).toBeCloseTo(numberOf(body, 'consumption'), 4);
        }
      }),
      { numRuns: casesOf(20) },
    );
  });

  it('returns the same figures for any order of records', () => {
    fc.assert(
      fc.property(CASES, ({ portfolio: { records }, ask }) => {
        const { intervals, readings, invoices, accounts } = records;
        const turned = {
          ...records,
          intervals: intervals.toReversed(),
          readings: readings.toReversed(),
          invoices: invoices.toReversed(),
          accounts: accounts.toReversed(),
        };
        const question = { ...ask, financialInfo: 'none', minimal: 'true', granularity: 'daily' };
        const [a, b] = [referenceConsumption(records, question), referenceConsumption(turned, question)];
        expect(numberOf(a, 'consumption')).toBeCloseTo(numberOf(b, 'consumption'), 4);
        expect(a.sources).toEqual(b.sources);
        expect(a.isMissing).toBe(b.isMissing);
      }),
      { numRuns: casesOf(20) },
    );
  });

  it('computes emissions', () => {
    const cases = portfolios({ maxDays: 9 }).chain((portfolio) =>
      fc.record({ portfolio: fc.constant(portfolio), ask: emissionsQuestions(portfolio) }),
    );
    fc.assert(
      fc.property(cases, ({ portfolio: { records }, ask }) => {
        const body = referenceEmissions(records, ask);
        const total = (one: unknown): number =>
          typeof one === 'object' && one !== null ? numberOf(Reflect.get(one, 'emissions'), 'total') : NaN;
        const data = Array.isArray(body.data) ? body.data : [];
        expect(data.reduce<number>((sum, one) => sum + total(one), 0)).toBeCloseTo(total(body), 2);
      }),
      { numRuns: casesOf(20) },
    );
  });
});

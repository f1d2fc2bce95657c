import type { Database } from '../src/db/database.js';
import { importRecords } from '../src/import/importRecords.js';
import { recordRows } from '../src/import/sourceRow.js';
import type { Case } from './measure.js';
import { rawSql, type RawSql } from './rawSql.js';
import { assetsOf, dayText, FIRST_DAY, idOf, type Size } from './portfolio.js';
import type { Service } from './service.js';

const HALF_HOUR_MS = 1_800_000;
const FIGURES = [
  ...['emissions', 'dayNight', 'floorArea', 'meterUserBreakdown', 'showCounts', 'contractCoverage', 'showSimulated'],
  'detailedSource',
];
const ALL_FIGURES = [...FIGURES, 'capacityInfo'];

const flags = (names: readonly string[]): string => names.map((name) => `&${name}=true`).join('');
const parse = (text: string): unknown => JSON.parse(text);

/** The requests of the cases. */
interface Targets {
  readonly entity: string;
  /** The half-hours of an account. */
  readonly account: string;
  readonly asset: string;
  /** A GraphQL document of the first assets. */
  readonly assets: (limit: number) => string;
}

/** Returns the measured cases (docs/performance.md, consumption), with a check of the figures against the raw rows. */
export function consumptionCases(
  service: Service,
  database: Database,
  direct: Database,
  size: Size,
): { readonly cases: readonly Case[]; readonly check: () => Promise<readonly string[]> } {
  const raw = rawSql(direct, size);
  const account = idOf('account', Math.ceil(size.meters / 2));
  const asset = idOf('asset', Math.ceil(assetsOf(size) / 2));
  const targets = targetsOf(size, account, asset);
  const changed = new Date(FIRST_DAY + Math.floor(size.days / 2) * 86_400_000 + 9 * HALF_HOUR_MS).toISOString();
  const cases: readonly Case[] = [
    ...restCases(service, targets, raw, { account, asset }),
    ...graphqlCases(service, targets, raw),
    {
      name: '6 import of one changed interval',
      targetMs: null,
      run: async () => {
        await importChange(database, await raw.interval(account, changed));
        return null;
      },
      raw: { what: 'update of its row', run: () => raw.update(account, changed) },
    },
  ];
  return { cases, check: () => wrongFigures(service, targets, raw, account) };
}

function targetsOf({ days }: Size, account: string, asset: string): Targets {
  const [first, last] = [dayText(0), dayText(days - 1)];
  const time = `&startDate=${first}&endDate=${last}`;
  return {
    entity: `/consumption?entityId=${idOf('entity', 1)}&accountType=electricity&granularity=monthly${time}`,
    account: `/consumption?accountId=${account}&granularity=halfhourly${time}`,
    asset: `/consumption?assetId=${asset}&accountType=electricity&granularity=monthly${time}`,
    assets: (limit) => `{ assets(limit: ${limit}) { data { _id
    consumption(startDate: "${first}", endDate: "${last}", accountType: [electricity]) {
      units consumption estimatedConsumption emissions { total }
      data { date consumption estimatedConsumption isMissing emissions { total } } } } } }`,
  };
}

function restCases(
  service: Service,
  targets: Targets,
  raw: RawSql,
  { account, asset }: { readonly account: string; readonly asset: string },
): readonly Case[] {
  const get = (target: string) => async (): Promise<number> => Buffer.byteLength(await service.get(target));
  return [
    {
      name: '1 entity, monthly, all but capacity',
      targetMs: 20,
      run: get(targets.entity + flags(FIGURES)),
      raw: { what: 'sums by month', run: () => raw.monthly() },
    },
    {
      name: '2 entity, monthly, with capacity',
      targetMs: 1_000,
      run: get(targets.entity + flags(ALL_FIGURES)),
      raw: { what: 'demand by slot, its peak by month', run: () => raw.demand() },
    },
    {
      name: '3 account, half-hourly, minimal',
      targetMs: 60,
      run: get(`${targets.account}&minimal=true`),
      raw: { what: 'the same rows as JSON', run: () => raw.slots(account) },
    },
    {
      name: '4 account, half-hourly, every option',
      targetMs: null,
      run: get(targets.account + flags(ALL_FIGURES)),
      raw: null,
    },
    {
      name: '5a asset, monthly, all but capacity',
      targetMs: null,
      run: get(targets.asset + flags(FIGURES)),
      raw: { what: 'sums by month', run: () => raw.ofAsset(asset) },
    },
  ];
}

function graphqlCases(service: Service, { assets }: Targets, raw: RawSql): readonly Case[] {
  const query = (limit: number) => async (): Promise<number> => Buffer.byteLength(await service.graphql(assets(limit)));
  return [
    {
      name: '5b GraphQL, 100 assets, monthly',
      targetMs: null,
      run: query(100),
      raw: { what: 'sums by asset and month', run: () => raw.byAsset(100) },
    },
    { name: '5c GraphQL, 10 assets, monthly', targetMs: null, run: query(10), raw: null },
  ];
}

/** Returns the figures that differ from those of the raw rows. */
async function wrongFigures(
  service: Service,
  { entity, account: halfHours }: Targets,
  raw: RawSql,
  account: string,
): Promise<readonly string[]> {
  const months = await raw.monthly();
  const peaks = await raw.demand();
  const answer = dataOf(parse(await service.get(entity + flags(ALL_FIGURES))));
  const wrong = answer
    .filter(
      ({ consumption, maxDemand }, index) =>
        !near(consumption, months[index]?.quantity) || !near(maxDemand, peaks[index]?.peak),
    )
    .map(({ date }) => `${String(date)} of the entity`);
  const served = JSON.stringify(dataOf(parse(await service.get(`${halfHours}&minimal=true`))));
  const rendered = JSON.stringify(dataOf(parse(await raw.slots(account))));
  return [
    ...(answer.length === months.length ? wrong : ['periods of the entity']),
    ...(served === rendered ? [] : ['half hours of the account']),
  ];
}

async function importChange(database: Database, interval: { readonly value: number }): Promise<void> {
  const values = { ...interval, value: Math.round(interval.value * 1_000 + 1) / 1_000 };
  const rows = recordRows([values]);
  const { updated, errors } = await importRecords(database, 'non-cumulative', { name: 'change', rows });
  if (updated !== 1) throw new Error(`the import changed ${updated} rows: ${JSON.stringify(errors)}`);
}

type Row = Readonly<Record<string, unknown>>;

function dataOf(answer: unknown): readonly Row[] {
  if (typeof answer !== 'object' || answer === null || !('data' in answer) || !Array.isArray(answer.data)) {
    throw new Error('a response has no data');
  }
  return answer.data.filter((row): row is Row => typeof row === 'object' && row !== null);
}

function near(a: unknown, b: unknown): boolean {
  return typeof a === 'number' && typeof b === 'number' && Math.abs(a - b) <= 1e-6 + 1e-9 * Math.abs(b);
}

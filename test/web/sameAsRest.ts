import { expect } from 'vitest';
import type { Json } from '../support/server.js';

/** Sends a GET request below /2.0 and returns the body. */
type Get = (path: string) => Promise<Json>;

const YEAR = 'startDate=2022-01-01&endDate=2022-12-31';

/** Returns a nested value by names and indexes. */
function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inner, name) => (inner as Readonly<Record<string | number, unknown>> | null)?.[name],
    value,
  );
}

const listAt = (value: unknown, ...path: readonly (string | number)[]): readonly Json[] =>
  at(value, ...path) as readonly Json[];

/** Compares the figures of each example with those of REST. */
const CHECKS: Readonly<Record<string, (data: unknown, get: Get) => Promise<void>>> = {
  async PortfolioByMonth(data, get) {
    const shown = at(data, 'viewer', 'consumption');
    const emissions = await get(`/emissions?${YEAR}&accountType=electricity`);
    expect(at(shown, 'emissions', 'total')).toBe(at(emissions, 'emissions', 'total'));
    const months = listAt(shown, 'data');
    expect(months.map(({ date, emissions: { total } = {} }: Json & { emissions?: Json }) => [date, total])).toEqual(
      listAt(emissions, 'data').map((month) => [month.date, at(month, 'emissions', 'total')]),
    );
    let consumption = 0;
    const entities = new Set(listAt(await get('/assets'), 'data').map(({ entityId }) => String(entityId)));
    for (const entity of entities) {
      const body = await get(`/consumption?${YEAR}&accountType=electricity&entityId=${entity}`);
      consumption += Number(body.consumption ?? 0);
    }
    expect(consumption).toBeGreaterThan(0);
    expect(at(shown, 'consumption')).toBeCloseTo(consumption, 5);
  },

  async InvoicesToSites(data, get) {
    const rest = await get('/invoices?isPaid=false&sort=values.invoiceDate:desc&limit=5');
    expect(at(data, 'invoices', 'total')).toBe(rest.total);
    const invoices = listAt(data, 'invoices', 'data');
    expect(invoices).toHaveLength(5);
    for (const [index, invoice] of invoices.entries()) {
      const same = listAt(rest, 'data')[index];
      expect(same).toMatchObject({ _id: invoice._id, values: invoice.values });
      const account = await get(`/accounts/${String(same?.accountId)}`);
      expect(at(invoice, 'account', 'name')).toBe(account.name);
      const asset = await get(`/assets/${String(account.assetId)}`);
      expect(at(invoice, 'account', 'asset', 'siteName')).toBe(asset.siteName);
    }
  },

  async BuildingsPerSquareMetre(data, get) {
    const buildings = listAt(data, 'assets', 'data');
    const shown = buildings.map(({ _id }) => _id);
    const inOrder = listAt(await get('/assets?sort=floorArea:desc'), 'data').map(({ _id }) => _id);
    // REST cannot filter sites by tags, so each site needs a request.
    const west: unknown[] = [];
    for (const id of inOrder) {
      const { tags } = await get(`/assets/${String(id)}`);
      if (Array.isArray(tags) && tags.includes('west')) west.push(id);
    }
    expect(shown).toEqual(west);
    expect(at(data, 'assets', 'total')).toBe(west.length);
    let measured = 0;
    for (const { _id, consumption } of buildings) {
      const path = `/consumption?${YEAR}&granularity=yearly&accountType=electricity&floorArea=true&assetId=${String(_id)}`;
      const figures = await get(path);
      expect(at(consumption, 'consumption')).toBe(figures.consumption);
      if (figures.consumption === null) continue;
      const perSquareMetre = Number(figures.consumption) / Number(figures.assetFloorArea);
      expect(at(consumption, 'intensity', 'consumption')).toBeCloseTo(perSquareMetre, 5);
      measured += 1;
    }
    expect(measured).toBeGreaterThan(1);
  },

  async Gaps(data, get) {
    const rest = await get('/accounts?type=electricity&tags=hourly&sort=name:asc');
    expect(at(data, 'accounts', 'total')).toBe(rest.total);
    let gaps = 0;
    for (const { _id, consumption } of listAt(data, 'accounts', 'data')) {
      const figures = await get(`/consumption?${YEAR}&granularity=yearly&accountId=${String(_id)}`);
      expect(at(consumption, 'isMissing')).toBe(figures.isMissing);
      for (const { startDate, endDate } of listAt(consumption, 'gaps')) {
        const within = `startTimestamp.gte=${String(startDate)}&startTimestamp.lt=${String(endDate)}`;
        expect((await get(`/non-cumulative?accountId=${String(_id)}&${within}`)).total).toBe(0);
        gaps += 1;
      }
    }
    expect(gaps).toBeGreaterThan(0);
  },

  async Findings(data, get) {
    // REST filters by one severity per request.
    const lists = await Promise.all(
      ['high', 'medium'].map((severity) =>
        get(`/findings?status=open&severity=${severity}&sort=startDate:desc&limit=10`),
      ),
    );
    expect(at(data, 'findings', 'total')).toBe(lists.reduce((sum, { total }) => sum + Number(total), 0));
    const order = ({ startDate, _id }: Json): readonly string[] => [String(startDate), String(_id)];
    const inOrder = lists
      .flatMap((list) => listAt(list, 'data'))
      .toSorted((one, other) => {
        const [[start = '', id = ''], [otherStart = '', otherId = '']] = [order(one), order(other)];
        return start === otherStart ? (id < otherId ? -1 : 1) : start > otherStart ? -1 : 1;
      });
    const findings = listAt(data, 'findings', 'data');
    expect(findings.length).toBeGreaterThan(0);
    for (const [index, { account, invoices, evidence, ...finding }] of findings.entries()) {
      const same = inOrder[index];
      expect(same).toMatchObject(finding);
      expect(evidence).toEqual(
        listAt(same, 'evidence').map(({ name, value, units, text }) => ({ name, value, units, text })),
      );
      expect(at(account, 'name')).toBe((await get(`/accounts/${String(same?.accountId)}`)).name);
      const ids = at(same, 'invoiceIds') as readonly string[];
      const numbers = await Promise.all(ids.slice(0, 5).map((id) => get(`/invoices/${id}`)));
      expect(
        listAt(invoices, 'data')
          .map((invoice) => at(invoice, 'values', 'invoiceNumber'))
          .toSorted(),
      ).toEqual(numbers.map((invoice) => at(invoice, 'values', 'invoiceNumber')).toSorted());
    }
  },
};

/**
 * Asserts that an example of the playground shows the figures of REST.
 * @param name the operation name of the example
 */
export async function expectSameAsRest(name: string, answer: unknown, get: Get): Promise<void> {
  expect(at(answer, 'errors')).toBeUndefined();
  const check = CHECKS[name];
  if (check === undefined) throw new Error(`there is no check of the example ${name}`);
  await check(at(answer, 'data'), get);
}

import { describe, expect, it } from 'vitest';
import { ENGINES } from '../support/engines.js';
import type { Json } from '../support/server.js';
import { listAt, numberAt, objectOf } from './support/json.js';
import { ACCOUNT, FIRST, GROUP, LAST } from './support/portfolio.js';
import { serveFigures } from './support/served.js';

const TIME = { startDate: FIRST, endDate: LAST };
/** The accounts of the group with a capacity, and the sum of their capacities in kW. */
const LIMITED = [ACCOUNT.main, ACCOUNT.hall];
const CAPACITY = 160.5;

describe.each(ENGINES)('peak load on %s', (engine) => {
  const served = serveFigures(engine);
  const rest = async (query: Readonly<Record<string, string>>): Promise<Json> => {
    const { status, body, text } = await served.get('/consumption', { ...TIME, ...query });
    expect(status, text).toBe(200);
    return body;
  };
  const group = { assetGroupId: GROUP.across, accountType: 'electricity,gas', capacityInfo: 'true' };

  /** The largest sum of the half-hours of the accounts with a capacity, in percent of it, by a part of the label. */
  const loads = async (length: number): Promise<ReadonlyMap<string, number>> => {
    const sums = new Map<string, number>();
    for (const accountId of LIMITED) {
      const body = await rest({ accountId, granularity: 'halfhourly', source: 'hh' });
      for (const halfHour of listAt(body, 'data')) {
        if (!listOf(halfHour.sources).includes('hh')) continue;
        const label = String(halfHour.date);
        sums.set(label, (sums.get(label) ?? 0) + numberAt(halfHour, 'consumption'));
      }
    }
    const most = new Map<string, number>();
    for (const [label, sum] of sums) {
      const period = label.slice(0, length);
      most.set(period, Math.max(most.get(period) ?? -Infinity, (100 * sum * 2) / CAPACITY));
    }
    return most;
  };

  it('divides the demand of the accounts with a capacity by that capacity, and ignores other accounts', async () => {
    const body = await rest({ ...group, granularity: 'monthly' });
    const [whole] = [...(await loads(0)).values()];
    expect(numberAt(body, 'peakCapacity')).toBe(CAPACITY);
    expect(numberAt(body, 'peakLoad')).toBeCloseTo(whole ?? NaN, 5);
    expect(numberAt(body, 'peakLoad')).toBeLessThan((100 * numberAt(body, 'maxDemand')) / CAPACITY - 1);
    const months = await loads(7);
    for (const month of listAt(body, 'data'))
      expect(month.peakLoad, String(month.date)).toBeCloseTo(months.get(String(month.date)) ?? NaN, 5);
  });

  it('is the same in GraphQL and for half-hours', async () => {
    const body = await rest({ ...group, granularity: 'yearly' });
    const query = `{ consumption(startDate: "${FIRST}", endDate: "${LAST}", assetGroupId: "${GROUP.across}",
      accountType: [electricity, gas], granularity: hourly) { maxDemand peakLoad peakCapacity } }`;
    const answer = await served.server().graphql(query, {}, served.key());
    const { maxDemand, peakLoad, peakCapacity } = body;
    expect(objectOf(objectOf(answer.body.data).consumption), answer.text).toEqual({
      maxDemand,
      peakLoad,
      peakCapacity,
    });
  });

  it('is null if no account has a capacity', async () => {
    const body = await rest({ accountId: ACCOUNT.abroad, capacityInfo: 'true' });
    expect(body.maxDemand).not.toBeNull();
    expect([body.peakLoad, body.peakCapacity]).toEqual([null, null]);
  });
});

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readColumns } from '../../src/data/columns.js';
import { orderKeys } from '../../src/data/conditions.js';
import { openReads } from '../../src/data/reads.js';
import type { Access } from '../../src/data/resource.js';
import type { DataState } from '../../src/data/state.js';
import type { Database } from '../../src/db/database.js';
import { buildSchema } from '../../src/run/createCore.js';
import { EVERY_ENGINE, openTestDatabase } from '../support/engines.js';
import { loadMeters, METER_GRANTS } from '../support/meters.js';
import { at, seeded } from '../support/random.js';

const resource = at(
  [...buildSchema().resources.values()].filter(({ type }) => type === 'Account'),
  0,
);
const COLUMNS = readColumns([...resource.columns.values()]);
const METERS = 12;
const YES_AND_NO = [true, false];
const PARTS = YES_AND_NO.flatMap((hasState) =>
  YES_AND_NO.flatMap((hasTotal) => YES_AND_NO.map((hasRows) => [hasState, hasTotal, hasRows] as const)),
);

describe.each(EVERY_ENGINE)('a page without a parent, on %s', (engine) => {
  let database: Database;
  let ids: readonly string[];
  const access = at(METER_GRANTS, 0);
  beforeAll(async () => {
    database = await openTestDatabase(engine);
    ids = [...(await loadMeters(database, seeded(7), METERS))].sort();
  });
  afterAll(() => database.close());

  /** Reads accounts in the order of their identifiers, and the states that the read reported. */
  async function pageOf(
    viewer: Access,
    [hasState, hasTotal, hasRows]: (typeof PARTS)[number],
    [skip, limit]: readonly [number, number],
  ): Promise<{ readonly total: number | undefined; readonly ids: readonly unknown[]; readonly states: DataState[] }> {
    const states: DataState[] = [];
    const onState = hasState ? (state: DataState): number => states.push(state) : undefined;
    const { total, rows } = await openReads(database, viewer, { onState }).page({
      ...{ resource, total: hasTotal, where: undefined, order: orderKeys(resource, [], undefined), limit, skip },
      columns: hasRows ? COLUMNS : undefined,
    });
    return { total, ids: rows.map(({ _id }) => _id), states };
  }

  it.each(PARTS)('holds state: %s, total: %s, records: %s', async (...parts) => {
    const [hasState, hasTotal, hasRows] = parts;
    const pages = [
      [0, 5],
      [5, 100],
      [METERS, 5],
    ] as const;
    for (const [skip, limit] of pages) {
      const page = await pageOf(access, parts, [skip, limit]);
      expect(page.total).toBe(hasTotal ? METERS : undefined);
      expect(page.ids).toEqual(hasRows ? ids.slice(skip, skip + limit) : []);
      expect(page.states).toHaveLength(hasState ? 1 : 0);
    }
  });

  it('has one version, however many other companies and entities its viewer may see', async () => {
    const others = Array.from({ length: 6 }, (_, index) =>
      `dddddddddddddddddddddd${(10 + index).toString(16)}`.padEnd(24, '0'),
    );
    const versions = await Promise.all(
      others.map(async (_, count) => {
        const viewer = { ...access, entities: [...access.entities, ...others.slice(0, count)] };
        const { states, ids: found } = await pageOf(viewer, [true, true, true], [0, METERS]);
        expect(found).toEqual(ids);
        return states.map(({ version }) => version);
      }),
    );
    expect(new Set(versions.flat()).size).toBe(1);
    expect(versions.flat()).toHaveLength(others.length);
  });

  it('is empty for a viewer without grants', async () => {
    const page = await pageOf({ companies: [], entities: [] }, [true, true, true], [0, METERS]);
    expect(page).toMatchObject({ total: 0, ids: [] });
    expect(page.states).toHaveLength(1);
  });
});

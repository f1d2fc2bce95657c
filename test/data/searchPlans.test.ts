import { sql } from '../../src/db/sql.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSchema } from '../../src/run/createCore.js';
import { searchColumnsOf } from '../../src/plan/arguments.js';
import { readColumns } from '../../src/data/columns.js';
import type { Database, Queryable } from '../../src/db/database.js';
import { ONE_SERVER } from '../../src/db/topology.js';
import { orderKeys } from '../../src/data/conditions.js';
import { openReads } from '../../src/data/reads.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { onOneServer } from '../support/onOneServer.js';

const COMPANY = 'c00000000000000000000001';
const SITES = 10_000;
const METERS = 20_000;

describe.each(ENGINES.filter((engine) => onOneServer(engine, 'plans')))(
  'a search among 10,000 sites and 20,000 meters on %s',
  (engine) => {
    let database: Database;
    const { resources } = buildSchema();

    beforeAll(async () => {
      database = await openTestDatabase(engine);
      const { knex } = database;
      const id = (prefix: string, n: string): string => `decode('${prefix}' || lpad(to_hex(${n}), 22, '0'), 'hex')`;
      await knex.raw(`insert into companies (_id) values ('\\x${COMPANY}')`);
      await knex.raw(`insert into assets (_id, company_id, status, site_name, site_code, address_locality)
      select ${id('a0', 'n')}, '\\x${COMPANY}', 'active', 'Straße ' || n, 'S-' || n, 'MÜNCHEN'
      from generate_series(1, ${SITES}) n`);
      await knex.raw(`insert into accounts (_id, company_id, asset_id, status, type, name, meter_point_number)
      select ${id('b0', 'n')}, '\\x${COMPANY}', ${id('a0', `n % ${SITES} + 1`)}, 'active', 'water', 'Meter ' || n,
        (1000000000000 + n)::text from generate_series(1, ${METERS}) n`);
      await knex.raw('vacuum analyze assets, accounts');
    }, 120_000);
    afterAll(() => database.close());

    /** The number of matches, and how often the plan reads each table's rows. */
    const ask = async (words: readonly string[]): Promise<{ found: number; looked: (table: string) => number }> => {
      const resource = resources.get('Asset');
      if (!resource) throw new Error('there is no Asset');
      let plan = '';
      const queryable: Queryable = {
        topology: () => ONE_SERVER,
        snapshot: (run) => database.snapshot(run),
        rows: () => Promise.resolve([]),
        async tuples(statement) {
          const lines = await database.rows<Record<string, string>>(
            sql`explain (analyze, timing off, costs off) ${statement}`,
          );
          plan = lines.map((line) => line['QUERY PLAN'] ?? '').join('\n');
          return database.tuples(statement);
        },
      };
      const columns = readColumns([...resource.columns.values()]);
      const search = { words, ...searchColumnsOf(resource, resources) };
      const query = {
        resource,
        columns,
        total: true,
        where: undefined,
        search,
        order: orderKeys(resource, [], undefined),
        limit: 50,
        skip: 0,
      };
      const { total } = await openReads(queryable, { companies: [COMPANY], entities: [] }).page(query);
      const looked = (table: string): number =>
        [
          ...plan.matchAll(
            new RegExp(`(?:Scan|Scan using \\S+) on ${table} t(?:_\\d+)? \\(actual .*?loops=(\\d+)`, 'g'),
          ),
        ]
          .map(([, loops]) => Number(loops))
          .reduce((sum, loops) => sum + loops, 0);
      return { found: total ?? 0, looked };
    };

    it.each([
      [['straße'], SITES],
      [['STRASSE', 'münchen'], SITES],
      [['s-77'], 111],
      [['1000000000077'], 1],
      [['münchen', '100000000123'], 10],
      [['nowhere'], 0],
    ])('%j finds %d sites with one pass over sites and meters for page, total and word', async (words, count) => {
      const { found, looked } = await ask(words);
      expect(found).toBe(count);
      // The plan reads sites once for the page and once for the total, and meters once for each word of both, not for
      // each site.
      expect(looked('assets')).toBe(2);
      expect(looked('accounts')).toBeLessThanOrEqual(2 * words.length);
    });
  },
);

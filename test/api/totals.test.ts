import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { numberedText } from '../../src/db/sql.js';
import { ENGINES } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { openPortfolio } from '../support/loadPortfolio.js';
import { COMPANIES } from '../support/portfolio.js';
import { startServer, type TestServer } from '../support/server.js';

describe.each(ENGINES.filter((engine) => engine !== 'citus'))('the total of a list on %s', (engine) => {
  let database: Database;
  let server: TestServer;
  let key: string;
  /** Statements that count. */
  let counts: string[] = [];

  beforeAll(async () => {
    database = await openPortfolio(engine);
    const noting: Database = {
      ...database,
      tuples: (statement, caller) => {
        const { text } = numberedText(statement);
        if (text.includes('count(*)')) counts.push(text);
        return database.tuples(statement, caller);
      },
    };
    server = await startServer(noting, { ANSWER_CACHE: '0' });
    key = await server.key({ companies: COMPANIES });
  });
  afterAll(async () => {
    await server.close();
    await database.close();
  });
  beforeEach(() => {
    counts = [];
  });

  const totalOf = async (path: string, own = key): Promise<number> => {
    const { status, body } = await server.get<{ readonly total: number }>(path, own);
    expect(status, path).toBe(200);
    return body.total;
  };
  const stored = async (condition: string): Promise<number> => {
    const { rows } = await database.knex.raw<{ readonly rows: readonly { readonly n: number }[] }>(
      `select count(*)::int as n from assets where ${condition}`,
    );
    return rows[0]?.n ?? 0;
  };

  it('is counted once for all pages and orders, as long as the data does not change', async () => {
    const all = await stored('true');
    for (const path of [
      '/assets?limit=2',
      '/assets?limit=2&page=2',
      '/assets?limit=3&sort=siteName:desc',
      '/assets?page=90',
    ]) {
      expect(await totalOf(path), path).toBe(all);
    }
    expect(counts).toHaveLength(1);
  });

  it('is counted once for each filter and each viewer', async () => {
    const own = await server.key({ companies: COMPANIES.slice(0, 1), entities: [] });
    const [first] = COMPANIES;
    expect(await totalOf('/assets?siteName=Zeta')).toBe(await stored("site_name = 'Zeta'"));
    expect(await totalOf('/assets?siteName=Alpha')).toBe(await stored("site_name = 'Alpha'"));
    expect(await totalOf('/assets?siteName=Zeta', own)).toBe(
      await stored(`site_name = 'Zeta' and company_id = '\\x${first}'`),
    );
    expect(counts).toHaveLength(3);
  });

  it('is counted again only after changes that the viewer can see', async () => {
    const [first, second] = COMPANIES;
    const own = await server.key({ companies: [first], entities: [] });
    const before = await totalOf('/assets?limit=1', own);
    await importPlain(database, 'assets', [
      { _id: 'ac00000000000000000000f1', companyId: first, siteName: 'One more' },
    ]);
    counts = [];
    expect(await totalOf('/assets?limit=1', own)).toBe(before + 1);
    expect(await totalOf('/assets?limit=1', own)).toBe(before + 1);
    expect(counts).toHaveLength(1);
    await importPlain(database, 'assets', [
      { _id: 'ac00000000000000000000f2', companyId: second, siteName: 'Elsewhere' },
    ]);
    expect(await totalOf('/assets?limit=1', own)).toBe(before + 1);
    expect(counts).toHaveLength(1);
    expect(await totalOf('/assets?limit=1')).toBe(await stored('true'));
  });

  it('is shared by empty pages too', async () => {
    expect(await totalOf('/assets?siteName=nowhere')).toBe(0);
    expect(await totalOf('/assets?siteName=nowhere&page=3')).toBe(0);
    expect(counts).toHaveLength(1);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.js';
import type { Database } from '../../src/db/database.js';
import { dryRun } from '../../src/import/oneTransaction.js';
import type { ImportSummary } from '../../src/import/importRecords.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { importText } from '../support/importText.js';
import { type GraphqlBody, startServer, type TestServer } from '../support/server.js';

const COMPANY = 'c80000000000000000000001';
const idOf = (number: number): string => `a8000000000000000000000${number.toString(16)}`;

interface Told {
  readonly assets: { readonly data: readonly { readonly _id: string; readonly timeZone: string }[] };
}

describe.each(ENGINES)('the time zones of assets, on %s', (engine) => {
  let database: Database;
  let server: TestServer;
  let inTokyo: TestServer;
  let key = '';

  const load = (text: string): Promise<ImportSummary> => importText(database, 'assets', text);
  const rows = (...all: readonly (readonly [number, string | null, string | null])[]): string =>
    all
      .map(([number, timeZone, countryCode]) =>
        JSON.stringify({ _id: idOf(number), companyId: COMPANY, timeZone, address: { countryCode } }),
      )
      .join('\n');
  const zones = async (of: TestServer): Promise<Readonly<Record<string, string>>> => {
    const query = '{ assets(limit: 50, sort: "_id:asc") { data { _id timeZone } } }';
    const { body }: { readonly body: GraphqlBody<Told> } = await of.graphql<Told>(query, {}, key);
    expect(body.errors).toBeUndefined();
    return Object.fromEntries((body.data?.assets.data ?? []).map(({ _id, timeZone }) => [_id, timeZone]));
  };

  beforeAll(async () => {
    database = await openTestDatabase(engine);
    server = await startServer(database);
    inTokyo = await startServer(database, { DEFAULT_TIME_ZONE: 'asia/tokyo' });
    key = await server.key({ companies: [COMPANY] });
  });
  afterAll(async () => {
    await server.close();
    await inTokyo.close();
    await database.close();
  });

  it('come from the row, else from a country with one zone, else from the default', async () => {
    const summary = await load(
      rows(
        [1, 'America/Anchorage', 'us'],
        [2, 'europe/kiev', null],
        [3, 'Etc/Zulu', 'gb'],
        [4, null, 'gb'],
        [5, null, 'us'],
        [6, null, null],
        [7, null, 'xx'],
        [8, null, 'IN'],
        [9, 'Asia/Kathmandu', 'in'],
      ),
    );
    expect(summary).toMatchObject({ inserted: 9, rejected: 0 });
    const told = (fallback: string): Readonly<Record<string, string>> => ({
      [idOf(1)]: 'America/Anchorage',
      [idOf(2)]: 'Europe/Kyiv',
      [idOf(3)]: 'UTC',
      [idOf(4)]: 'Europe/London',
      [idOf(5)]: fallback,
      [idOf(6)]: fallback,
      [idOf(7)]: fallback,
      [idOf(8)]: 'Asia/Kolkata',
      [idOf(9)]: 'Asia/Kathmandu',
    });
    expect(await zones(server)).toEqual(told('UTC'));
    expect(await zones(inTokyo)).toEqual(told('Asia/Tokyo'));
  });

  it('change by a later import, but not by another name for the same zone, and fall back to the country if cleared', async () => {
    expect(await load(rows([2, 'Europe/Kyiv', null]))).toMatchObject({ unchanged: 1 });
    const moved = rows([2, 'Europe/Lisbon', null]);
    expect(await dryRun(database, undefined, (on) => importText(on, 'assets', moved))).toMatchObject({ updated: 1 });
    expect((await zones(server))[idOf(2)]).toBe('Europe/Kyiv');
    expect(await load(moved)).toMatchObject({ updated: 1 });
    expect((await zones(server))[idOf(2)]).toBe('Europe/Lisbon');
    expect(await load(`_id,companyId,timeZone,address.countryCode\n${idOf(2)},${COMPANY},,fr\n`)).toMatchObject({
      updated: 1,
    });
    expect((await zones(server))[idOf(2)]).toBe('Europe/Paris');
  });

  it('are rejected if unknown, with the line and a suggestion', async () => {
    const must = 'must be a time zone of the IANA database such as Europe/London, got';
    const lines = ['Europe/Lundon', '+01:00', 'GMT+1', '', 'Mars/Olympus'].map((zone, index) =>
      rows([index + 1, zone, 'gb']),
    );
    const before = await zones(server);
    const summary = await load(lines.join('\n'));
    expect(summary).toMatchObject({ read: 5, rejected: 5, updated: 0 });
    expect(summary.errors.map(({ line, field, reason }) => `${line}: ${field ?? ''}: ${reason}`)).toEqual([
      `1: timeZone: ${must} "Europe/Lundon" (did you mean Europe/London?)`,
      `2: timeZone: ${must} "+01:00"`,
      `3: timeZone: ${must} "GMT+1"`,
      `4: timeZone: ${must} ""`,
      `5: timeZone: ${must} "Mars/Olympus"`,
    ]);
    expect(await load(`{"_id":"${idOf(1)}","companyId":"${COMPANY}","timeZone":5}\n`)).toMatchObject({
      errors: [{ line: 1, field: 'timeZone', reason: 'must be a text, got 5' }],
    });
    expect(await zones(server)).toEqual(before);
  });

  it('are a field of assets only', async () => {
    const summary = await importText(
      database,
      'accounts',
      `_id,companyId,type,timeZone\nb80000000000000000000001,${COMPANY},gas,Europe/London\n`,
    );
    expect(summary.errors.map(({ reason }) => reason)).toEqual(['is not a field of accounts']);
  });
});

describe('DEFAULT_TIME_ZONE', () => {
  it('is rejected if it is not a time zone, with its value and a suggestion', () => {
    expect(readConfig({ DEFAULT_TIME_ZONE: 'europe/BERLIN' }).defaultTimeZone).toBe('Europe/Berlin');
    expect(readConfig({}).defaultTimeZone).toBe('UTC');
    expect(() => readConfig({ DEFAULT_TIME_ZONE: 'Europe/Berln' })).toThrow(
      'DEFAULT_TIME_ZONE must be a time zone of the IANA database such as Europe/London, got "Europe/Berln" (did you mean Europe/Berlin?).',
    );
  });
});

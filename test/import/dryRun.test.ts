import { sql } from '../../src/db/sql.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { dryRun } from '../../src/import/oneTransaction.js';
import { readJournal } from '../../src/import/journal.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { importText } from '../support/importText.js';
import { zone } from './formats/support.js';
import { leftBehind, written } from '../support/state.js';

const COMPANY = 'c00000000000000000000001';
const ASSET = 'a00000000000000000000001';
const ACCOUNT = 'b00000000000000000000001';
const ASSETS = `_id,companyId\n${ASSET},${COMPANY}\n`;
const ACCOUNTS = `_id,companyId,assetId,type,meterPointNumber\n${ACCOUNT},${COMPANY},${ASSET},electricity,1012345678905\n`;
const PERIODS = Array.from({ length: 48 }, (_, index) => index + 1);
const WIDE = `mpan,date,${PERIODS.join()}\n1012345678905,2024-01-31,${PERIODS.map(() => 0.5).join()}\n`;

describe.each(ENGINES)('a dry run on %s', (engine) => {
  let database: Database;
  const wide = { company: COMPANY, zone: zone('UTC') };

  beforeEach(async () => {
    database = await openTestDatabase(engine);
  });
  afterEach(() => database.close());

  it('shows each file as if the files before it were imported, and stores nothing', async () => {
    const before = await written(database);
    const done = await dryRun(database, undefined, async (on) => {
      await importText(on, 'assets', ASSETS);
      await importText(on, 'accounts', ACCOUNTS);
      const first = await importText(on, null, WIDE, wide);
      return [first, await importText(on, null, WIDE, wide)];
    });
    expect(done).toMatchObject([
      { read: 48, inserted: 48, unchanged: 0, rejected: 0, recomputedDays: 1 },
      { read: 48, inserted: 0, unchanged: 48, rejected: 0, recomputedDays: 0 },
    ]);
    expect(await written(database)).toEqual(before);
    expect(await leftBehind(database)).toEqual([]);
    expect(await readJournal(database, 9)).toEqual([]);
  });

  it('continues after a file that it rejects or cannot read', async () => {
    const done = await dryRun(database, undefined, async (on) => {
      const refused = await importText(on, 'assets', ASSETS.replace(ASSET, 'x'));
      const failed = await importText(on, null, WIDE, wide).catch((error: unknown) => error);
      const broken = await importText(on, 'assets', '_id,_id\n').catch((error: unknown) => error);
      return [refused, failed, broken, await importText(on, 'assets', ASSETS)];
    });
    expect(done).toMatchObject([
      { read: 1, rejected: 1 },
      { message: `the company ${COMPANY} does not exist; there are no companies yet` },
      { message: 'the header names "_id" twice' },
      { read: 1, inserted: 1 },
    ]);
    expect(await leftBehind(database)).toEqual([]);
  });

  it('predicts the result of the import that follows', async () => {
    await importText(database, 'assets', ASSETS);
    await importText(database, 'accounts', ACCOUNTS);
    const tried = await dryRun(database, undefined, (on) => importText(on, null, WIDE, wide));
    const done = await importText(database, null, WIDE, wide);
    expect({ ...tried, seconds: 0 }).toEqual({ ...done, seconds: 0 });
  });

  it('stores nothing if it fails', async () => {
    const before = await written(database);
    const failed = dryRun(database, undefined, async (on) => {
      await importText(on, 'assets', ASSETS);
      throw new Error('stopped');
    });
    await expect(failed).rejects.toThrow('stopped');
    expect(await written(database)).toEqual(before);
  });

  it.runIf(engine === 'postgres')('does not block readers, and blocks other imports until it ends', async () => {
    const waited: unknown[] = [];
    let waiting: Promise<unknown> = Promise.resolve();
    await dryRun(database, undefined, async (on) => {
      await importText(on, 'assets', ASSETS);
      expect(await database.rows(sql`select _id from assets`)).toEqual([]);
      waiting = importText(database, 'assets', ASSETS, {}, { onWait: (running) => void waited.push(running) });
      await expect.poll(() => waited).toEqual([undefined]);
      expect(await importText(on, 'accounts', ACCOUNTS)).toMatchObject({ inserted: 1 });
    });
    expect(await waiting).toMatchObject({ inserted: 1 });
  });
});

import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueKey } from '../../src/auth/keys.js';
import { openPostgres } from '../../src/db/postgres.js';
import { importPlain } from '../support/importPlain.js';
import { administer, databaseUrl, dropDatabases, SERVER } from '../support/postgres.js';
import { timesOf } from '../support/repeated.js';
import { templateOf } from '../support/templates.js';
import { startUdg, type Udg } from '../support/udg.js';

const COMPANY = 'c00000000000000000000001';
const ACCOUNTS = timesOf('accounts of a streamed table');
const MONTHS = 12;
const OPTIONS =
  'emissions dayNight floorArea capacityInfo meterUserBreakdown showCounts contractCoverage showSimulated detailedSource';
const TARGET = `/2.0/figures?by=account&startDate=2024-01-01&endDate=2024-12-31&${OPTIONS.split(' ')
  .map((name) => `${name}=true`)
  .join('&')}`;
/** The heap of the service. The rows of 10,000 meters would not fit in. */
const HEAP = '--max-old-space-size=64 --max-semi-space-size=8';
/** How much more memory the service may take for a table than at rest. */
const MAX_BYTES = 32 * 1024 * 1024;

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');
const idOf = (index: number): string => `ac${hex(index, 22)}`;

/** Resident memory of a process by the name of Linux: `VmRSS` now, `VmHWM` its maximum; bytes. 0 on other systems. */
function memoryOf(pid: number | undefined, name: 'VmRSS' | 'VmHWM'): number {
  try {
    const status = readFileSync(`/proc/${pid ?? 0}/status`, 'utf8');
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) * 1024;
  } catch {
    return 0;
  }
}

describe.runIf(SERVER !== '')('a table of figures of all meters by month', { timeout: 600_000 }, () => {
  const name = `udg_test_${randomBytes(8).toString('hex')}`;
  let key: string;
  beforeAll(async () => {
    await administer(SERVER, `create database ${name} template ${await templateOf('postgres')}`);
    const database = openPostgres({ url: databaseUrl(SERVER, name), poolMax: 2, statementTimeoutMs: 600_000 });
    const accounts = Array.from({ length: ACCOUNTS }, (_, index) => ({
      ...{ _id: idOf(index), companyId: COMPANY, name: `Meter ${index}`, type: 'electricity', meterUnits: 'kwh' },
      status: 'active',
    }));
    await importPlain(database, 'accounts', accounts);
    // Each tenth meter has a bill of a year.
    const bills = accounts.flatMap(({ _id: accountId }, index) =>
      index % 10 === 0
        ? [
            {
              ...{ _id: `1f${hex(index, 22)}`, accountId, companyId: COMPANY, status: 'captured' },
              values: {
                startDate: '2024-01-01T00:00:00.000Z',
                endDate: '2024-12-31T00:00:00.000Z',
                totalUnits: 36_600,
                units: 'kwh',
              },
            },
          ]
        : [],
    );
    await importPlain(database, 'invoices', bills);
    key = (await issueKey(database, { role: 'reader', companies: [COMPANY], entities: [] })).key;
    await database.close();
  }, 600_000);
  afterAll(() => dropDatabases(SERVER, name));

  /** Serves, reads the table and drops its bytes. @returns the answer, and how much more memory it took than rest */
  const stream = async (
    format: string,
    onBytes: (bytes: Uint8Array) => void,
  ): Promise<{ readonly status: number; readonly grown: number }> => {
    const env = { DATABASE_URL: databaseUrl(SERVER, name), NODE_OPTIONS: HEAP, RATE_LIMIT_POINTS: '0' };
    const service: Udg = startUdg(['serve'], env);
    try {
      const url = await service.url();
      const headers = { 'x-api-key': key, 'accept-encoding': 'identity' };
      await (await fetch(`${url}${TARGET}&limit=1`, { headers })).text();
      const { pid } = service.process;
      const atRest = memoryOf(pid, 'VmRSS');
      const { status, body } = await fetch(`${url}${TARGET}&format=${format}`, { headers });
      for await (const bytes of body ?? []) onBytes(bytes as Uint8Array);
      return { status, grown: memoryOf(pid, 'VmHWM') - atRest };
    } finally {
      service.process.kill('SIGKILL');
      await service.ended;
    }
  };

  it.each(['ndjson', 'csv'])(
    'streams as %s in bounded memory, with a line for each month of a meter',
    async (format) => {
      let lines = 0;
      const { status, grown } = await stream(format, (bytes) => {
        for (const byte of bytes) if (byte === 10) lines += 1;
      });
      expect(status).toBe(200);
      expect(lines).toBe(ACCOUNTS * MONTHS + (format === 'csv' ? 1 : 0));
      expect(grown).toBeLessThan(MAX_BYTES);
    },
  );

  it.each(['xlsx', 'parquet'])('streams as %s in bounded memory', async (format) => {
    let length = 0;
    const { status, grown } = await stream(format, (bytes) => (length += bytes.length));
    expect(status).toBe(200);
    expect(length).toBeGreaterThan(0);
    expect(grown).toBeLessThan(MAX_BYTES);
  });
});

import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Database } from '../src/db/database.js';
import { importRecords } from '../src/import/importRecords.js';
import { recordRows } from '../src/import/sourceRow.js';

/** Half-hours of meters from 2023-01-01 on. */
export interface Intervals {
  readonly meters: number;
  readonly days: number;
}

/** The forms of a file with the same intervals; `copy` is the form for a bare COPY. */
export const FORMS = ['copy', 'csv', 'csv-shuffled', 'ndjson', 'half-hourly'] as const;
export type Form = (typeof FORMS)[number];

export const COMPANY = '000000010000000000000001';
const FIRST = Date.UTC(2023, 0, 1);
const HALF_HOUR_MS = 1_800_000;
const PER_DAY = 48;
const CHUNK_LENGTH = 1024 * 1024;
const HEADER = '_id,accountId,type,unit,value,startTimestamp,endTimestamp,isHalfHourly,isEstimated,source\n';

export const accountId = (meter: number): string => `00000004${(meter + 1).toString(16).padStart(16, '0')}`;
export const meterPoint = (meter: number): string => `P${1_000_000 + meter}`;

/** Stores the accounts of the intervals. */
export async function loadMeters(database: Database, meters: number): Promise<void> {
  const accounts = Array.from({ length: meters }, (_, meter) => ({
    ...{ _id: accountId(meter), companyId: COMPANY, type: 'electricity', meterUnits: 'kwh' },
    meterPointNumber: meterPoint(meter),
  }));
  await importRecords(database, 'accounts', { name: 'accounts', rows: recordRows(accounts) });
}

/** Writes intervals in a form, in chunks, so that they never are in memory together. */
export async function writeForm(form: Form, path: string, size: Intervals): Promise<void> {
  const lines = form === 'half-hourly' ? dayLines(size) : intervalLines(form, size);
  await pipeline(Readable.from(chunks(lines)), createWriteStream(path));
}

function* intervalLines(form: Exclude<Form, 'half-hourly'>, size: Intervals): Generator<string> {
  const perMeter = size.days * PER_DAY;
  const count = size.meters * perMeter;
  const step = form === 'csv-shuffled' ? coprime(count) : 1;
  if (form.startsWith('csv')) yield HEADER;
  for (let n = 0, at = 0; n < count; n += 1, at = (at + step) % count) {
    const [meter, slot] = [Math.floor(at / perMeter), at % perMeter];
    const start = FIRST + slot * HALF_HOUR_MS;
    const [from, to] = [new Date(start).toISOString(), new Date(start + HALF_HOUR_MS).toISOString()];
    const id = createHash('md5').update(`${meter}/${slot}`).digest('hex').slice(0, 24);
    const [account, value] = [accountId(meter), valueOf(meter, slot)];
    if (form === 'copy') yield `${from}\t${to}\t${value}\t${from}\t${from}\t${meter + 1}\t1\t\\\\x${id}\t\\N\t\\N\n`;
    else if (form === 'ndjson') {
      yield (
        `{"_id":"${id}","accountId":"${account}","type":"electricity","unit":"kwh","value":${value},` +
        `"startTimestamp":"${from}","endTimestamp":"${to}","isHalfHourly":true,"isEstimated":false,"source":"import"}\n`
      );
    } else yield `${id},${account},electricity,kwh,${value},${from},${to},true,false,import\n`;
  }
}

function* dayLines({ meters, days }: Intervals): Generator<string> {
  const labels = Array.from({ length: PER_DAY }, (_, slot) => {
    const [hour, minute] = [Math.floor(slot / 2), slot % 2 === 0 ? '00' : '30'];
    return `${String(hour).padStart(2, '0')}:${minute}`;
  });
  yield `mpan,date,${labels.join(',')}\n`;
  for (let meter = 0; meter < meters; meter += 1) {
    for (let day = 0; day < days; day += 1) {
      const date = new Date(FIRST + day * PER_DAY * HALF_HOUR_MS).toISOString().slice(0, 10);
      const values = labels.map((_, slot) => valueOf(meter, day * PER_DAY + slot));
      yield `${meterPoint(meter)},${date},${values.join(',')}\n`;
    }
  }
}

function valueOf(meter: number, slot: number): number {
  return Math.floor((5 + (meter % 40)) * (0.4 + 0.6 * Math.abs(Math.sin(slot * 0.13))) * 1000) / 1000;
}

function* chunks(lines: Iterable<string>): Generator<string> {
  let text = '';
  for (const line of lines) {
    text += line;
    if (text.length < CHUNK_LENGTH) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}

/** Returns a step that visits all `count` numbers before it repeats one, so that their order seems random. */
function coprime(count: number): number {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  let step = Math.floor(count * 0.6180339887);
  while (divisor(step, count) !== 1) step += 1;
  return step;
}

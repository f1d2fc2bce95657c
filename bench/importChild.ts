#!/usr/bin/env node
import { createReadStream } from 'node:fs';
import { openPostgres } from '../src/db/postgres.js';
import { openFile, NO_FILE_OPTIONS } from '../src/import/importFile.js';
import { importRecords } from '../src/import/importRecords.js';
import { parseZone } from '../src/values/zone.js';
import { isProblem } from '../src/values/scalars.js';
import { COMPANY } from './importFiles.js';

/** Imports one file in a separate process, so that its memory is the import's: `importChild <database url> <file>`. */
const [, , url = '', path = ''] = process.argv;
const database = openPostgres({ url, poolMax: 10, statementTimeoutMs: 0 });
try {
  const zone = parseZone('UTC');
  const file = { company: path.includes('half-hourly') ? COMPANY : null, zone: isProblem(zone) ? null : zone.value };
  const opened = await openFile(database, createReadStream(path), 'non-cumulative', { ...NO_FILE_OPTIONS, ...file });
  if (!opened?.resource) throw new Error(`${path} holds no intervals`);
  const { errors, ...summary } = await importRecords(database, opened.resource, { name: path, rows: opened.rows });
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const resources = { memory: maxRSS * 1024, processMs: (userCPUTime + systemCPUTime) / 1000 };
  process.stdout.write(`${JSON.stringify({ ...summary, errors: errors.slice(0, 3), ...resources })}\n`);
} finally {
  await database.close();
}

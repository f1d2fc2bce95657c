import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../support/engines.js';
import { expectClose } from './closeTo.js';
import type { Question } from './reference/records.js';
import { ACCOUNT, ASSET, ENTITY, FIRST, GROUP, LAST } from './support/portfolio.js';
import { reference, serveFigures, type Path } from './support/served.js';

/** UPDATE_GOLDEN=1 writes the files; read the changes in the diff. */
const UPDATE = process.env.UPDATE_GOLDEN === '1';
const FOLDER = join(import.meta.dirname, 'golden');

const TIME = { startDate: FIRST, endDate: LAST };
const SHORT = { startDate: '2024-12-31', endDate: '2025-01-02' };
const BASE: Question = { ...TIME, assetGroupId: GROUP.across, accountType: 'electricity,gas' };
const INVOICED: Question = { ...BASE, source: 'invoice' };
const OPTIONS = [
  ...(['emissions', 'dayNight', 'floorArea', 'capacityInfo', 'detailedSource', 'meterUserBreakdown'] as const),
  ...(['showCounts', 'assetBreakdown', 'contractCoverage', 'showSimulated'] as const),
];
const ALL: Question = Object.fromEntries(OPTIONS.map((name) => [name, 'true']));
const EVERYTHING: Question = { ...ALL, financialInfo: 'full' };

const consumption: Readonly<Record<string, Question>> = {
  plain: BASE,
  ...Object.fromEntries(OPTIONS.map((name) => [`option-${name}`, { ...BASE, [name]: 'true' }])),
  'option-financialInfo-basic': { ...INVOICED, financialInfo: 'basic' },
  'option-financialInfo-full': { ...INVOICED, financialInfo: 'full' },
  'option-tags': { ...BASE, tags: 'roof,guest' },
  'option-minimal': { ...BASE, minimal: 'true' },
  'all-options': { ...BASE, ...EVERYTHING },
  'all-options-invoice': { ...INVOICED, ...EVERYTHING },
  'all-options-minimal': { ...INVOICED, ...EVERYTHING, minimal: 'true' },
  ...Object.fromEntries(
    ['halfhourly', 'hourly', 'daily', 'weekly', 'monthly', 'quarterly', 'yearly'].map((granularity) => [
      `granularity-${granularity}`,
      {
        ...(granularity === 'halfhourly' ? { ...SHORT, endDate: '2024-12-31' } : SHORT),
        accountId: ACCOUNT.main,
        granularity,
      },
    ]),
  ),
  ...Object.fromEntries(
    ['hh', 'invoice', 'reading', 'custom', 'combined', 'reading-hh'].map((source) => [
      `source-${source}`,
      { ...BASE, source, detailedSource: 'true' },
    ]),
  ),
  'level-account': { ...TIME, accountId: ACCOUNT.hall, ...ALL },
  'level-account-virtual': { ...TIME, accountId: ACCOUNT.virtual, ...ALL },
  'level-asset': { ...TIME, assetId: ASSET.tower, accountType: 'electricity', ...ALL },
  'level-entity': { ...TIME, entityId: ENTITY.south, accountType: 'electricity,gas,heating', ...ALL },
  'level-group': { ...TIME, assetGroupId: GROUP.other, ...ALL },
  'level-group-empty': { ...TIME, assetGroupId: GROUP.empty, ...ALL },
  'level-all-at-once': {
    ...{ accountId: ACCOUNT.hall, assetId: ASSET.hall, assetGroupId: GROUP.across, entityId: ENTITY.south },
    ...TIME,
    ...ALL,
    assetBreakdown: 'false',
  },
  'type-water': { ...TIME, entityId: ENTITY.north, accountType: 'water', ...ALL },
  'type-temperature': { ...TIME, assetId: ASSET.shed, accountType: 'temperature', granularity: 'weekly', ...ALL },
};

const emissions: Readonly<Record<string, Question>> = {
  'emissions-portfolio': TIME,
  'emissions-account': { ...TIME, accountId: ACCOUNT.main, granularity: 'weekly' },
  'emissions-asset': { ...TIME, assetId: ASSET.hall, granularity: 'weekly' },
  'emissions-group': { ...TIME, assetGroupId: GROUP.across, source: 'invoice' },
  'emissions-types': { ...TIME, accountType: 'electricity,water' },
};

const CASES: readonly (readonly [string, Path, Question])[] = [
  ...Object.entries(consumption).map(([name, question]) => [name, '/consumption', question] as const),
  ...Object.entries(emissions).map(([name, question]) => [name, '/emissions', question] as const),
];

describe.each(ENGINES)('complete response bodies on %s', (engine) => {
  const served = serveFigures(engine);

  it.each(CASES)('%s: GET %s %j', async (name, path, question) => {
    const { status, text, body } = await served.get(path, { ...question });
    expect(status, text).toBe(200);
    expect(JSON.stringify(body)).toBe(text);
    expectClose(body, reference(path, question), name);
    const file = join(FOLDER, `${name}.json`);
    const pretty = `${JSON.stringify(body, null, 2)}\n`;
    // The first engine writes, so that the second is still compared with it.
    if (UPDATE && engine === ENGINES[0]) {
      await mkdir(FOLDER, { recursive: true });
      await writeFile(file, pretty);
    }
    expect(pretty).toBe(await readFile(file, 'utf8'));
  });

  it('every golden file has a case', async () => {
    expect((await readdir(FOLDER)).toSorted()).toEqual(CASES.map(([name]) => `${name}.json`).toSorted());
  });
});

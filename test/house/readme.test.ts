import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig, VARIABLES } from '../../src/config/config.js';
import { PACKAGE_ROOT } from '../../src/config/root.js';

const README = readFileSync(join(PACKAGE_ROOT, 'README.md'), 'utf8');

describe('the configuration', () => {
  it.each(VARIABLES)('$name stands in the table of the README, with its default', ({ name, fallback }) => {
    const row = README.split('\n').find((line) => line.startsWith('|') && line.includes(`\`${name}\``));
    expect(row, `a row for ${name}`).toBeDefined();
    if (fallback !== '') expect(row?.replaceAll(',', '')).toContain(fallback);
  });

  it('is nothing that the README does not name', () => {
    const table = [...README.matchAll(/^\| `([A-Z][A-Z_]+)` /gm)].map((match) => match[1]);
    expect(table.toSorted()).toEqual(VARIABLES.map(({ name }) => name).toSorted());
  });

  it('names the variable that is wrong, what it has and what is allowed', () => {
    expect(() => readConfig({ PORT: 'x' })).toThrow('PORT must be a whole number from 0 to 65535, got "x".');
    expect(() => readConfig({ MAX_LIMIT: '0' })).toThrow('MAX_LIMIT');
    expect(() => readConfig({ DATABASE_URL: 'mysql://x' })).toThrow('DATABASE_URL');
    expect(() => readConfig({ METRICS_PORT: '0', WEB_CONCURRENCY: '2' })).toThrow('METRICS_PORT counts one process');
    expect(readConfig({ PORT: '' }).port).toBe(4000);
    expect(Object.isFrozen(readConfig({}))).toBe(true);
  });
});

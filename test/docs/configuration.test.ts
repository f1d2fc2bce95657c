import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.js';
import { VARIABLES } from '../../src/config/variables.js';
import { textOf } from './documents.js';

/** Of the table of every variable. */
const OPERATIONS = textOf('docs/operations.md');

describe('the configuration', () => {
  it.each(VARIABLES)('documents $name in the table of docs/operations.md, with its default', ({ name, fallback }) => {
    const row = OPERATIONS.split('\n').find((line) => line.startsWith(`| \`${name}\` `));
    expect(row, `a row for ${name}`).toBeDefined();
    if (fallback !== '') expect(row?.replaceAll(',', '')).toContain(fallback);
  });

  it('reads exactly the variables of the table in docs/operations.md', () => {
    const table = [...OPERATIONS.matchAll(/^\| `([A-Z][A-Z_]+)` /gm)].map((match) => match[1]);
    expect(table.toSorted()).toEqual(VARIABLES.map(({ name }) => name).toSorted());
  });

  it('rejects a wrong value and names the variable, the value and what is allowed', () => {
    expect(() => readConfig({ PORT: 'x' })).toThrow('PORT must be a whole number from 0 to 65535, got "x".');
    expect(() => readConfig({ MAX_LIMIT: '0' })).toThrow('MAX_LIMIT');
    expect(() => readConfig({ DATABASE_URL: 'mysql://x' })).toThrow('DATABASE_URL');
    for (const [name, scheme] of [
      ['DATABASE_URL', 'postgres'],
      ['REDIS_URL', 'redis'],
    ] as const) {
      expect(() => readConfig({ [name]: `${scheme}://u:s3/cret@h/0` })).toThrow(
        new Error(
          `${name} is not a valid address. In its user name and password write / as %2F, ? as %3F, # as %23, @ as %40 and % as %25.`,
        ),
      );
    }
    const bySocket = 'postgres://u@/d?host=/run/postgresql';
    expect(readConfig({ DATABASE_URL: bySocket }).databaseUrl).toBe(bySocket);
    expect(() => readConfig({ DATABASE_READ_URL: 'postgres://h/d' })).toThrow(
      'DATABASE_READ_URL is set, but DATABASE_URL is empty: set both or neither.',
    );
    for (const second of ['', 'mysql://u:s3cret@h/d', 'h:5432', 'postgres://u:s3cret@h:x/d', 'postgres://']) {
      const env = { DATABASE_URL: 'postgres://h/d', DATABASE_READ_URL: `postgres://r/d,${second}` };
      expect(() => readConfig(env), second).toThrow(
        /^DATABASE_READ_URL must be postgres:\/\/ addresses separated by commas; address 2 is not one\.$/,
      );
    }
    const many = { DATABASE_URL: 'postgres://h/d', DATABASE_READ_URL: Array(17).fill('postgres://r/d').join(',') };
    expect(() => readConfig(many)).toThrow('DATABASE_READ_URL may name 16 addresses at most, got 17.');
    const two = { DATABASE_URL: 'postgres://h/d', DATABASE_READ_URL: 'postgres://r1/d, postgresql://r2/d' };
    expect(readConfig(two).readUrls).toEqual(['postgres://r1/d', 'postgresql://r2/d']);
    expect(readConfig({}).readUrls).toEqual([]);
    const hook = {
      FINDINGS_WEBHOOK: 'https://example.com/findings?token=t0ken',
      FINDINGS_WEBHOOK_SECRET: 's3cret'.repeat(3),
    };
    expect(readConfig(hook).findingsWebhook).toEqual({
      url: hook.FINDINGS_WEBHOOK,
      secret: hook.FINDINGS_WEBHOOK_SECRET,
    });
    expect(readConfig({}).findingsWebhook).toBeNull();
    for (const [change, sentence] of [
      [{ FINDINGS_WEBHOOK: '' }, 'FINDINGS_WEBHOOK_SECRET is set, but FINDINGS_WEBHOOK is empty: set both or neither.'],
      [
        { FINDINGS_WEBHOOK_SECRET: '' },
        'FINDINGS_WEBHOOK needs FINDINGS_WEBHOOK_SECRET with 16 characters or more, got 0.',
      ],
      [
        { FINDINGS_WEBHOOK: 'ftp://h/t0ken' },
        'FINDINGS_WEBHOOK must be an http:// or https:// address, such as https://example.com/findings.',
      ],
      [
        { FINDINGS_WEBHOOK: 'https://u:t0ken@h/' },
        'FINDINGS_WEBHOOK must have no user, password or fragment. The posts are signed instead.',
      ],
    ] as const) {
      expect(() => readConfig({ ...hook, ...change })).toThrow(new Error(sentence));
    }
    expect(readConfig({ PORT: '' }).port).toBe(4000);
    expect(Object.isFrozen(readConfig({}))).toBe(true);
  });
});

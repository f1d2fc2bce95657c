import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/config/root.js';

/**
 * Where tests may wait for a time or read a clock, how often, and why no assertion depends on it. Everything else waits
 * for a condition by `test/support/until.ts`.
 */
const ALLOWED: Readonly<Record<string, readonly [count: number, why: string]>> = {
  // The time of day as a value, which is compared with nothing that took time.
  'test/auth/keys.test.ts': [1, 'when a key expires; the clock is then set'],
  'test/findings/afresh.test.ts': [1, 'the day on which findings are computed'],
  'test/findings/changes.test.ts': [1, 'the day on which findings are computed'],
  'test/findings/reference.test.ts': [2, 'the day on which findings are computed'],
  'test/findings/referenceOfSample.test.ts': [1, 'the day on which findings are computed'],
  'test/server/limits.test.ts': [2, 'what the clock is set to'],
  'test/sync/knownDeletions.test.ts': [1, 'days ago'],
  // Statements that are slow or do not end, by the clock of the database that ends them.
  'test/data/snapshot.test.ts': [
    1,
    'fifteen statements that together take longer than one may; or one that does not end',
  ],
  'test/openapi/examples.test.ts': [1, 'a statement that does not end, but at its timeout'],
  // A client, a network or a receiver that is slow.
  'test/findings/webhook.test.ts': [
    2,
    'a receiver that answers now and then; a stamp that is of now, give or take ten minutes',
  ],
  'test/server/hostileConnections.test.ts': [1, 'a client that sends a byte now and then, until it is cut'],
  'test/server/slowExports.test.ts': [1, 'a client that reads now and then, until another that does not is cut'],
  'test/support/faultProxy.ts': [1, 'a network that is slow'],
  'test/support/server.ts': [1, 'a client that rests between what it reads'],
  // Figures that are printed.
  'test/support/figures.ts': [3, 'how long something took, and samples of the memory'],
  // Load: between two requests of a client, so that there is time for others.
  'test/server/replicas.test.ts': [2, 'the rest of clients; and a statement that does not end, but when it is ended'],
  'test/server/restart.test.ts': [1, 'the rest of clients'],
  'test/support/attacked.ts': [1, 'the rest of a bystander'],
  'test/server/mixedLoad/clients.ts': [5, 'the rest of clients; when requests were sent, for the judge'],
  'test/server/mixedLoad/disturbances.ts': [5, 'the rest between disturbances, and when they were'],
  'test/server/mixedLoad/importing.ts': [6, 'the rest between imports, and when they were; when one is killed'],
  'test/server/mixedLoad/keyRing.ts': [5, 'when a key was revoked, and patience with a database that is away'],
  'test/server/mixedLoad/memory.ts': [1, 'samples of the memory'],
  'test/server/mixedLoad/mixedLoad.test.ts': [4, 'how long the load lasts; the rest between new keys'],
  'test/server/mixedLoad/states.ts': [2, 'when the data changed, for the judge'],
  // A kill at a random moment of an import, by how long it took before; one that comes too late does not count.
  'test/import/killed/child.ts': [2, 'how long an import takes'],
  'test/import/killed/killed.ts': [1, 'a random moment'],
  'test/import/killed/servers.test.ts': [3, 'how long an import takes, and a random moment'],
  // Time itself is the matter.
  'test/server/logs.test.ts': [9, 'statements longer than what is slow, a process that is busy, and Server-Timing'],
  // No test.
  'test/screenshots/dashboard.shot.ts': [1, 'until a page is painted, of which it makes a picture'],
};

const TIMERS = ['node:timers', 'timers', 'node:timers/promises', 'timers/promises'];
const WAITS = ['setTimeout', 'setInterval'];
/** Methods by whatever they are called: of a page of a browser, of a clock. */
const METHODS = [
  ...WAITS,
  'waitForTimeout',
  'performance.now',
  'Date.now',
  'process.hrtime',
  'hrtime.bigint',
  'AbortSignal.timeout',
];

/**
 * The names by which a file knows functions of Node that wait: `import { setTimeout as pause } from
 * 'node:timers/promises'`.
 */
function namesOfWaits(source: ts.SourceFile): readonly string[] {
  const imported = source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return [];
    const bindings = statement.importClause?.namedBindings;
    if (!TIMERS.includes(statement.moduleSpecifier.text) || !bindings || !ts.isNamedImports(bindings)) return [];
    return bindings.elements
      .filter(({ name, propertyName }) => WAITS.includes((propertyName ?? name).text))
      .map(({ name }) => name.text);
  });
  return [...WAITS, ...imported];
}

/** Where a test file waits for a time, or reads a clock: its lines. */
function waitsIn(name: string, text: string): readonly string[] {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const names = namesOfWaits(source);
  const found = new Set<number>();
  const look = (node: ts.Node): void => {
    const called = ts.isCallExpression(node) ? node.expression.getText() : '';
    const isMethod = METHODS.some((method) => called === method || called.endsWith(`.${method}`));
    const isSql = (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)) && node.text.includes('pg_sleep(');
    if (names.includes(called) || isMethod || isSql)
      found.add(source.getLineAndCharacterOfPosition(node.getStart()).line);
    ts.forEachChild(node, look);
  };
  look(source);
  const lines = text.split('\n');
  return [...found].map((line) => `${name}:${line + 1}: ${lines[line]?.trim() ?? ''}`);
}

describe('tests wait for conditions, never for a fixed time', () => {
  it('except for those with a listed reason', () => {
    const names = readdirSync(join(PACKAGE_ROOT, 'test'), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !['support/until.ts', 'house/waits.test.ts'].includes(name))
      .map((name) => `test/${name}`);
    expect(names.length).toBeGreaterThan(300);
    const surplus = names.flatMap((name) => {
      const waits = waitsIn(name, readFileSync(join(PACKAGE_ROOT, name), 'utf8'));
      return waits.length === (ALLOWED[name]?.[0] ?? 0) ? [] : waits.length === 0 ? [`${name}: none any more`] : waits;
    });
    expect(surplus, 'wait for a condition by until() of test/support/until.ts').toEqual([]);
    expect(Object.keys(ALLOWED).filter((name) => !names.includes(name))).toEqual([]);
  });

  it.each([
    ['await new Promise((resolve) => setTimeout(resolve, 50));'],
    ['await new Promise((resolve) => globalThis.setTimeout(resolve, 50));'],
    ["import { setTimeout as pause } from 'node:timers/promises'; await pause(50);"],
    ["import { setTimeout } from 'timers/promises'; await setTimeout(50);"],
    ['const since = performance.now();'],
    ['expect(Date.now() - began).toBeLessThan(5);'],
    ["await database.raw('select pg_sleep(0.1)');"],
    ['await database.raw(`select pg_sleep(${seconds})`);'],
    ['await page.waitForTimeout(100);'],
  ])('finds %s', (code) => {
    expect(waitsIn('one.test.ts', code)).toEqual([`one.test.ts:1: ${code}`]);
  });

  it('accepts code that does not wait for a time', () => {
    expect(
      waitsIn('one.test.ts', "socket.pause(); clearTimeout(timer); await until('it is over', () => isOver);"),
    ).toEqual([]);
  });
});

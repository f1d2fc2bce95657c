import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLE_COMPANY_IDS } from '../../seeds/sample.js';
import { PACKAGE_ROOT } from '../../src/config/root.js';
import type { Database } from '../../src/db/database.js';
import { openTestDatabase } from '../support/engines.js';
import { DOCUMENTS_SAMPLE } from '../support/loadSample.js';
import { runCommand } from '../support/runCommand.js';
import { startServer, type TestServer } from '../support/server.js';
import { areShown, commandsShown, type Shown } from './console.js';
import { DOCUMENTS } from './documents.js';

/** As the example of an error shows it. */
const REQUEST_ID = '6aab6b71-07a3-4215-a97c-c64a049b5f70';

/** A request whose whole answer is shown, as JSON. */
const REQUEST =
  /^curl -H "x-api-key: \$KEY"(?: -H '[^']+')? '?http:\/\/127\.0\.0\.1:4000([^' ]+)'?(?: -d @- <<'E'\n(.*)\nE)?$/s;

describe('the examples in the documents', () => {
  let database: Database;
  let server: TestServer;
  let key: string;
  beforeAll(async () => {
    database = await openTestDatabase('pglite', DOCUMENTS_SAMPLE);
    server = await startServer(database);
    key = await server.key({ companies: SAMPLE_COMPANY_IDS });
  }, 300_000);
  afterAll(async () => {
    await server.close();
    await database.close();
  });

  const requests = commandsShown().flatMap(({ path, command, lines }) => {
    const [, target, body] = REQUEST.exec(command) ?? [];
    return target === undefined ? [] : [{ path, target, body, lines }];
  });

  it.each(requests)(
    '$path: $target returns the response that the document shows, for the sample portfolio',
    async ({ target, body, lines }) => {
      const headers = { 'x-api-key': key, 'x-request-id': REQUEST_ID, 'content-type': 'application/json' };
      const answer = await server.ask(target, { headers, ...(body === undefined ? {} : { method: 'POST', body }) });
      const printed = JSON.stringify(answer.body, null, 2).split('\n');
      expect(areShown(printed, lines), printed.join('\n')).toBe(true);
    },
  );

  const paths = DOCUMENTS.flatMap(({ path, text }) =>
    [...text.matchAll(/`(\/2\.0\/[^`…<]+\?[^`…<$]+)`/g)].map(([, target = '']) => ({ path, target })),
  );

  it.each(paths)('$path: $target returns 200', async ({ target }) => {
    const { status, text } = await server.ask(target, { headers: { 'x-api-key': key } });
    expect(status, text).toBe(200);
  });

  const findings = commandsShown()
    .filter(({ command }) => command.startsWith('npx udg findings '))
    .flatMap(({ path, lines }) =>
      lines.flatMap((line) => {
        const [, id = '', severity, kind, account, message] =
          /^\s*([0-9a-f]{24}) {2}(\S+) +(\S+) +(.*?) {2,}(.*)$/.exec(line) ?? [];
        return id === '' ? [] : [{ path, id, severity, kind, account, message }];
      }),
    );

  it.each(findings)(
    '$path: the sample portfolio has the finding $id with the text that the document shows',
    async ({ id, account, ...shown }) => {
      const headers = { 'x-api-key': key };
      const { body } = await server.ask(`/2.0/findings/${id}`, { headers });
      const { severity, kind, message } = shown;
      expect(body).toMatchObject({ severity, kind, message });
      const found = await server.ask(`/2.0/accounts/${String(body.accountId)}`, { headers });
      expect(found.body.name).toBe(account);
    },
  );

  it('include at least 6 findings, 13 requests and 3 paths', () => {
    expect(findings.length).toBeGreaterThanOrEqual(6);
    expect(requests.length).toBeGreaterThanOrEqual(13);
    expect(paths.length).toBeGreaterThanOrEqual(3);
  });
});

describe('the imports in docs/import.md whose files the page shows or the repository contains', () => {
  const folder = mkdtempSync(join(tmpdir(), 'udg-test-'));
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase('pglite');
    symlinkSync(join(PACKAGE_ROOT, 'seeds'), join(folder, 'seeds'));
  });
  afterAll(async () => {
    await database.close();
    rmSync(folder, { recursive: true });
  });

  const shown = commandsShown().filter(({ path }) => path === 'docs/import.md');
  const files = shown.flatMap(({ block, command, lines }) => {
    const name = /^cat (\S+)$/.exec(command)?.[1];
    return name === undefined ? [] : [{ block, name, lines }];
  });
  const imports = shown.filter(({ block, command, lines }) => {
    const name = /^npx udg import (?:[a-z-]+ )?([\w./-]+)/.exec(command)?.[1] ?? '';
    const isHere = name.startsWith('seeds/') || files.some((file) => file.name === name && file.block === block);
    return lines.length > 0 && isHere;
  });

  /** Without what depends on how busy the machine is: how long it took, and lines of progress where that is long. */
  const timeless = (text: string): readonly string[] =>
    text
      .replaceAll(/ in \d+\.\d s:/g, ' in a moment:')
      .split('\n')
      .filter((line) => line !== '' && !/, \d+ %$/.test(line));

  const run = async ({ command }: Shown): Promise<readonly string[]> => {
    const [npx, udg, ...args] = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(
      ([, quoted, word]) => quoted ?? word ?? '',
    );
    expect([npx, udg]).toEqual(['npx', 'udg']);
    const { printed } = await runCommand(args, { cwd: folder, database });
    return timeless(printed);
  };

  it('print the output that the page shows if they run in order', async () => {
    expect(imports.length).toBeGreaterThanOrEqual(5);
    // As the document does before its imports.
    const issue = shown.find(({ command }) => command.startsWith('npx udg keys issue'));
    if (issue) await run(issue);
    for (const { name, lines } of files) writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
    for (const each of imports) {
      const printed = await run(each);
      expect(areShown(printed, timeless(each.lines.join('\n'))), [each.command, ...printed].join('\n')).toBe(true);
    }
  });
});

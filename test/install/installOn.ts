import { randomBytes } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { administer, databaseUrl, dropDatabases, SERVER } from '../support/postgres.js';
import { shell } from './base.js';
import { commandsOf, wayOf } from './commands.js';
import { makeFolder, Session, type Names } from './session.js';

const COMPANY = '5f0000000000000000000001';
/** What packs the service, and what is done with the file. */
const PACKAGE = /npm pack$|\.tgz\b/;

/** Returns the commands of a page that are run here, in its order. */
function typed(path: string): readonly string[] {
  return commandsOf(path).filter((command) => typeof wayOf(command) === 'string');
}

/** Returns when each file of `dist` was written last. */
async function builtAt(folder: string): Promise<readonly (readonly [name: string, writtenAt: number])[]> {
  const dist = join(folder, 'dist');
  const names = await readdir(dist, { recursive: true });
  return Promise.all(names.map(async (name) => [name, (await stat(join(dist, name))).mtimeMs] as const));
}

/** Issues a key to a user of the example's company, by a session. */
async function issue(session: Session, ...args: readonly string[]): Promise<string> {
  const printed = await session.type(['npx udg keys issue --role reader --json', ...args].join(' '));
  return (JSON.parse(printed) as { readonly key: string }).key;
}

/** The tests of what the pages say of installing, on one version of Node. */
export function describeInstall(node: string): void {
  const base = inject('install');
  describe.skipIf(base === undefined)(`in an empty folder, on Node ${node}`, () => {
    const sessions: Session[] = [];
    const open = async (name: string, isClone: boolean): Promise<Session> => {
      if (base === undefined) throw new Error('there is nothing to install');
      const session = await Session.open(base, await makeFolder(base, node, name, isClone), node);
      sessions.push(session);
      expect(await shell('node --version', session.folder, session.env)).toMatch(new RegExp(`^v${node}\\.`));
      return session;
    };
    afterEach(() => {
      for (const session of sessions.splice(0)) session.close();
    });

    const name = `udg_test_${randomBytes(8).toString('hex')}`;
    const database = SERVER === '' ? '' : databaseUrl(SERVER, name);
    beforeAll(async () => {
      if (SERVER !== '') await administer(SERVER, `create database ${name}`);
    });
    afterAll(async () => {
      if (SERVER !== '') await dropDatabases(SERVER, name);
    });

    it('the commands of README.md start a service, send requests and import data; npx does not build again', async () => {
      const session = await open('start', true);
      const [start = '', ...others] = typed('README.md');
      expect(start).toBe('npm ci && npm start');
      await session.type(start);
      const [, curl = ''] = await session.hears(/^Try it:\n {2}(curl .*)\n/m);
      expect(JSON.parse(await session.type(curl))).toMatchObject({ total: 68, limit: 2 });
      session.env.KEY = /x-api-key: (\S+)'/.exec(curl)?.[1];
      for (const command of others.filter((one) => wayOf(one) === 'ask')) {
        expect(JSON.parse(await session.type(command))).not.toHaveProperty('errors');
      }
      await session.stop();
      const built = await builtAt(session.folder);
      const runs = others.filter((one) => wayOf(one) === 'run');
      expect(runs.length).toBeGreaterThanOrEqual(2);
      for (const command of runs) expect(await session.type(command)).not.toBe('');
      expect(await builtAt(session.folder)).toEqual(built);
    });

    it('the commands of docs/operations.md install a service without build tools, and each command succeeds', async () => {
      const session = await open('service', true);
      const commands = typed('docs/operations.md').filter((command) => !PACKAGE.test(command));
      const [install = '', ...further] = commands.filter((command) => wayOf(command) === 'install');
      expect({ install, further }).toEqual({ install: 'npm ci && npm run build && npm prune --omit=dev', further: [] });
      await session.type(install);
      const built = await builtAt(session.folder);
      expect(await readdir(join(session.folder, 'node_modules'))).not.toContain('rolldown');
      session.env.DATABASE_URL = database;
      await session.type('npx udg migrate');
      await session.type('npx udg import seeds/examples/portfolio');
      const [user = ''] = (await issue(session, '--company', COMPANY)).split(':');
      // The page revokes the first one.
      session.env.KEY = await issue(session, '--user', user);
      const names: Names = [
        [/64f000000000000000000001/, user],
        database === '' ? [/(DATABASE_\w*URL)=\S+/, '$1='] : [/postgres:\/\/[^\s,]+/, database],
      ];
      for (const command of commands) {
        if (wayOf(command) !== 'install') expect(await session.type(command, names), command).toBeTypeOf('string');
      }
      await session.stop();
      expect(await builtAt(session.folder)).toEqual(built);
    });

    it('the commands of docs/operations.md pack the service into a file that npm installs and npx runs, and it serves', async () => {
      const [pack = '', ...others] = typed('docs/operations.md').filter((command) => PACKAGE.test(command));
      const clone = await open('packed', true);
      await clone.type(pack);
      const empty = await open('empty', false);
      await shell(`cp ${clone.folder}/utility-data-gateway-*.tgz .`, empty.folder, empty.env);
      expect(others.length).toBe(2);
      for (const command of others) await empty.type(command);
      await empty.type('npx udg migrate');
      for (const path of ['readyz', 'dashboard', 'guide', '2.0/openapi.json']) {
        expect(await empty.type(`curl http://127.0.0.1:4000/${path}`)).not.toBe('');
      }
      await empty.stop();
    });

    it('the commands of docs/hooks.md pack the hooks and install them in an app', async () => {
      const [ci = '', pack = '', install = '', ...others] = typed('docs/hooks.md');
      expect({ install, others }).toEqual({
        install: expect.stringMatching(/^npm install \.\.\//) as string,
        others: [],
      });
      const clone = await open('utility-data-gateway', true);
      for (const command of [ci, pack]) await clone.type(command);
      const app = await open('my-app', false);
      await shell('npm init -y', app.folder, app.env);
      await app.type(install);
      const names = await readdir(join(app.folder, 'node_modules', 'utility-data-gateway-hooks'));
      expect(names).toEqual(expect.arrayContaining(['README.md', 'hooks', 'schema.graphql']));
    });
  });
}

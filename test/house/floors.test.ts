import { describe, expect, it } from 'vitest';
import { sources } from './sources.js';

/** The floors of the house: a folder imports only from its own floor or below it, and never from a folder beside it. */
const FLOORS: Readonly<Record<string, number>> = {
  errors: 0,
  config: 0,
  values: 0,
  // Runs documents over any schema.
  execution: 0,
  data: 1,
  usage: 2,
  observe: 2,
  consumption: 3,
  auth: 3,
  import: 3,
  limit: 3,
  core: 4,
  rest: 5,
  graphql: 5,
  codegen: 0,
  // What users of the package load: it talks to the service over HTTP alone, and knows its errors.
  hooks: 1,
  // What browsers load: the pages talk to the service over HTTP alone.
  web: 2,
  app: 6,
  server: 7,
  cli: 7,
};

/** Ground floor: these know each other. The command line starts the server. */
const BESIDE = [
  ['values', 'errors'],
  ['config', 'values'],
  ['config', 'errors'],
  ['cli', 'server'],
];

/** What only the edges of the service may know. */
const KEPT: readonly (readonly [string, readonly string[]])[] = [
  ['express', ['rest', 'graphql', 'app']],
  ['@apollo/server', ['graphql']],
  ['commander', ['cli']],
  ['cli-progress', ['cli']],
  ['sax', ['import']],
  ['yauzl', ['import']],
  ['react', ['hooks', 'web']],
  ['@tanstack/react-query', ['hooks', 'web']],
  ['graphiql', ['web']],
  ['@graphql-codegen/typescript-operations', ['codegen']],
  ['rate-limiter-flexible', ['limit']],
  ['ioredis', ['limit']],
  ['pino', ['observe']],
  ['prom-client', ['observe']],
  ['knex', ['data', 'auth', 'import', 'usage', 'consumption']],
  ['pg', ['data']],
  ['@electric-sql/pglite', ['data']],
];

const folderOf = (path: string): string => path.split('/')[0] ?? '';
const files = sources();

describe('the floors of src', () => {
  it('are known for every folder', () => {
    for (const { path } of files) {
      expect(path, 'a file stands in a folder').toContain('/');
      expect(Object.keys(FLOORS)).toContain(folderOf(path));
    }
  });

  it('are imported only downwards, and never sideways', () => {
    const wrong = files.flatMap(({ path, imports }) =>
      imports
        .filter((target) => {
          const [from, to] = [folderOf(path), folderOf(target)];
          if (from === to) return false;
          // The sample portfolio is data beside src; only the command line loads it.
          if (target.startsWith('../')) return from !== 'cli' || !target.startsWith('../seeds/');
          const beside = BESIDE.some(([above, below]) => above === from && below === to);
          return !beside && (FLOORS[to] ?? Infinity) >= (FLOORS[from] ?? -1);
        })
        .map((target) => `${path} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it('import only files that are there', () => {
    const paths = new Set(files.map(({ path }) => path));
    for (const { path, imports } of files) {
      for (const target of imports.filter((name) => !name.startsWith('..'))) {
        expect(paths.has(target), `${path} imports ${target}`).toBe(true);
      }
    }
  });

  it.each(KEPT)('%s is imported only in %j', (name, folders) => {
    const wrong = files.filter(
      ({ path, packages }) =>
        packages.some((specifier) => specifier === name || specifier.startsWith(`${name}/`)) &&
        !folders.includes(folderOf(path)),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it('have no circles', () => {
    const imports = new Map(files.map((file) => [file.path, file.imports]));
    const types = /import type [^;]+;/g;
    const values = new Map(
      files.map(({ path, text }) => {
        const left = text.replace(types, '');
        return [
          path,
          (imports.get(path) ?? []).filter((target) =>
            left.includes(
              target
                .split('/')
                .at(-1)
                ?.replace(/\.tsx?$/, '.js') ?? target,
            ),
          ),
        ];
      }),
    );
    const done = new Set<string>();
    const visit = (path: string, above: readonly string[]): void => {
      expect(above, [...above, path].join(' → ')).not.toContain(path);
      if (done.has(path)) return;
      for (const target of values.get(path) ?? []) visit(target, [...above, path]);
      done.add(path);
    };
    for (const { path } of files) visit(path, []);
  });
});

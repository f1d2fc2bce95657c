import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { PACKAGE_ROOT, packageVersion } from '../../src/config/root.js';
import { readConfig } from '../../src/config/config.js';
import { VARIABLES } from '../../src/config/variables.js';
import { textOf } from '../docs/documents.js';
import { readCopy, readDockerfile, readEnv, readExec, restsOf } from '../support/dockerfile.js';

interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly read_only?: boolean;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test?: readonly string[] };
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

const [build, final] = readDockerfile(textOf('Dockerfile'));
if (build === undefined || final === undefined) throw new Error('the Dockerfile has two stages');
const compose = parse(textOf('compose.yaml'), { merge: true }) as Compose;
const { files } = JSON.parse(textOf('package.json')) as { readonly files: readonly string[] };

const KNOWN = new Set(VARIABLES.map(({ name }) => name));
const ENV = Object.assign({}, ...restsOf(final, 'ENV').map(readEnv)) as Readonly<Record<string, string>>;

const copiesOf = (stage: typeof final): readonly string[] =>
  restsOf(stage, 'COPY').flatMap((rest) => readCopy(rest).sources);

describe('the Dockerfile', () => {
  it('copies only files that exist and that .dockerignore lets through', () => {
    const ignored = textOf('.dockerignore').split('\n').filter(Boolean);
    for (const path of copiesOf(build)) {
      expect(existsSync(join(PACKAGE_ROOT, path)), path).toBe(true);
      expect(ignored).not.toContain(path);
    }
  });

  it('copies only files and dependencies of the package into the image', () => {
    const paths = copiesOf(final).map((path) => path.replace('/build/', ''));
    const others = paths.filter((path) => !files.includes(path));
    expect(others.toSorted()).toEqual(['node_modules', 'package.json']);
    expect(paths).toEqual(expect.arrayContaining(['dist/udg', 'dist/web', 'schema', 'LICENSE']));
  });

  it('sets known variables to allowed values, and publishes the port of the service', () => {
    // The C library reads this one.
    const others = Object.keys(ENV).filter((name) => !KNOWN.has(name));
    expect(others).toEqual(['MALLOC_ARENA_MAX']);
    expect(textOf('docs/operations.md')).toContain(`Environment=MALLOC_ARENA_MAX=${ENV.MALLOC_ARENA_MAX}\n`);
    expect(restsOf(final, 'EXPOSE')).toEqual([String(readConfig(ENV).port)]);
  });

  it('runs the service as a user with a numeric id, without a shell, with the flags of the systemd unit', () => {
    expect(restsOf(final, 'USER')).toEqual([expect.stringMatching(/^[1-9]\d*:[1-9]\d*$/)]);
    const unit = /^ExecStart=\/usr\/bin\/(node .*) \S+\/(dist\/udg\/main\.js) serve$/m.exec(
      textOf('docs/operations.md'),
    );
    const [entry = ''] = restsOf(final, 'ENTRYPOINT');
    expect(readExec(entry).join(' ')).toBe(`${unit?.[1]} ${unit?.[2]}`);
    for (const keyword of ['CMD', 'HEALTHCHECK']) expect(readExec(restsOf(final, keyword)[0] ?? '')).not.toEqual([]);
  });
});

describe('compose.yaml', () => {
  it('sets only variables of the service, to allowed values', () => {
    for (const name of ['udg', 'service']) {
      const { environment = {} } = compose.services[name] ?? {};
      expect(Object.keys(environment).filter((variable) => !KNOWN.has(variable))).toEqual([]);
      const values = Object.entries(environment).map(([variable, value]) => [
        variable,
        value.replaceAll(/\$\{(\w+)(?::-([^}]*))?\}/g, (_, __, fallback: string | undefined) => fallback ?? 'secret'),
      ]);
      expect(readConfig(Object.fromEntries(values) as Record<string, string>).databaseUrl).toMatch(/^postgres:/);
    }
  });

  it('starts the service after PostgreSQL, Redis and the migrations, all with a read-only root', () => {
    const { database, redis, udg, service } = compose.services;
    expect(udg).toMatchObject({ command: ['migrate'], depends_on: { database: { condition: 'service_healthy' } } });
    expect(service).toMatchObject({
      command: ['serve'],
      depends_on: { udg: { condition: 'service_completed_successfully' }, redis: { condition: 'service_healthy' } },
    });
    expect([database, redis, udg, service].map((one) => one?.read_only)).toEqual([true, true, true, true]);
    for (const one of [database, redis]) expect(one?.healthcheck?.test?.length).toBeGreaterThan(1);
  });

  it('publishes ports on localhost only, and names this version, its volumes and files that exist', () => {
    const { service, database } = compose.services;
    expect(service?.image).toBe(`utility-data-gateway:${packageVersion()}`);
    for (const port of service?.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
    const mounted = (database?.volumes ?? []).map((volume) => volume.split(':')[0] ?? '');
    for (const path of mounted.filter((one) => one.startsWith('./'))) {
      expect(existsSync(join(PACKAGE_ROOT, path)), path).toBe(true);
    }
    expect(mounted.filter((one) => !one.startsWith('./'))).toEqual(Object.keys(compose.volumes));
  });

  it('contains no password, and creates the two roles of docs/operations.md', () => {
    expect(textOf('compose.yaml').match(/(PASSWORD|SECRET): (?!\$\{)\S+/g)).toBeNull();
    const documented = /```sql\n(create role udg_owner.*?)```/s.exec(textOf('docs/operations.md'))?.[1];
    const made = readFileSync(join(PACKAGE_ROOT, 'deploy/roles.sql'), 'utf8')
      .replaceAll(/^(--|\\getenv).*\n/gm, '')
      .replaceAll(/ password :'\w+'/g, '');
    expect(made).toBe(documented);
  });
});

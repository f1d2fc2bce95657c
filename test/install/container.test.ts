import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { cp, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { textOf } from '../docs/documents.js';
import { readCopy, readDockerfile, readEnv, readExec, restsOf, type Stage } from '../support/dockerfile.js';
import { findProgram } from '../support/programs.js';
import { until } from '../support/until.js';
import { environmentOf, shell, type Base } from './base.js';

const base = inject('install');
const canIsolate =
  spawnSync('unshare', ['--mount', '--pid', '--net', '--fork', 'true']).status === 0 && findProgram('ip') !== null;
if (base !== undefined && !canIsolate) {
  console.log('This user cannot make namespaces: the image is built, and not started.');
}

/** The folders of this machine that stand in for those of the base image. */
const OF_BASE = ['/usr', '/lib', '/lib64', '/bin', '/etc'];
/** Where the image has Node. */
const NODE_DIR = '/usr/local/bin';

/**
 * Makes the folder of a stage by its instructions, without a container engine. Its root is `<folder>/<name>`, so
 * commands see the folders of the stage at other paths.
 */
async function build(stage: Stage, roots: Readonly<Record<string, string>>, root: string, base: Base): Promise<void> {
  const env = environmentOf(base.folder, base.nodes[majorOf(stage)] ?? '');
  let workdir = '/';
  await mkdir(root, { recursive: true });
  for (const { keyword, rest } of stage.instructions) {
    if (keyword === 'WORKDIR') await mkdir(join(root, (workdir = rest)), { recursive: true });
    if (keyword === 'RUN') await shell(rest.replaceAll(/ (\/\w+)/g, ` ${root}$1`), join(root, workdir), env);
    if (keyword !== 'COPY') continue;
    const { from, sources, target } = readCopy(rest);
    const isOne = sources.length === 1 && target !== './';
    for (const source of sources) {
      const path = join(roots[from] ?? '', source);
      const name = isOne ? target : join(target, source.split('/').at(-1) ?? '');
      await cp(path, join(root, workdir, name), { recursive: true });
    }
  }
}

const majorOf = ({ image }: Stage): string => /^node:(\d+)-slim$/.exec(image)?.[1] ?? '';

/** A running container: its first process, as this machine numbers it, and its output. */
interface Container {
  readonly pid: number;
  readonly said: () => string;
  readonly ended: Promise<number | null>;
}

/** Starts the command of a stage as the first process of its namespaces, with a root that nobody can write. */
async function start(stage: Stage, root: string, nodeFolder: string, children: ChildProcess[]): Promise<Container> {
  const user = restsOf(stage, 'USER')[0] ?? '';
  const env = Object.assign({ PATH: `${NODE_DIR}:/usr/bin:/bin` }, ...restsOf(stage, 'ENV').map(readEnv)) as object;
  const command = ['ENTRYPOINT', 'CMD'].flatMap((keyword) => readExec(restsOf(stage, keyword)[0] ?? ''));
  const binds = OF_BASE.map((path) => `mkdir -p ${root}${path} && mount --rbind ${path} ${root}${path}`);
  const variables = Object.entries(env).map(([name, value]) => `${name}=${String(value)}`);
  const script = [
    'set -e; ip link set lo up; mount --make-rprivate /',
    `mount --bind ${root} ${root}`,
    ...binds,
    `mount --bind ${nodeFolder} ${root}${NODE_DIR}`,
    `mkdir -p ${root}/proc ${root}/dev && mount -t proc proc ${root}/proc && mount --rbind /dev ${root}/dev`,
    `mount --bind ${root}/data ${root}/data`,
    `mount -o remount,bind,ro ${root}`,
    `exec chroot --userspec=${user} ${root} env -i -C ${restsOf(stage, 'WORKDIR')[0] ?? ''} "$@"`,
  ].join('\n');
  const args = ['--mount', '--pid', '--net', '--fork', '--kill-child', 'sh', '-c', script, 'sh'];
  const child = spawn('unshare', [...args, ...variables, ...command], { stdio: 'pipe' });
  children.push(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const first = await until('the first process starts', async () => {
    const parent = Number(child.pid);
    return Number(await readFile(`/proc/${parent}/task/${parent}/children`, 'utf8').catch(() => ''));
  });
  return { pid: first, said: () => said, ended };
}

describe.skipIf(base === undefined)('the image that the Dockerfile describes', () => {
  const children: ChildProcess[] = [];
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });

  it('runs as process 1 without privileges on a read-only root, passes its health check, and exits with 0', async () => {
    if (base === undefined) throw new Error('there is nothing to install');
    const [first, final] = readDockerfile(textOf('Dockerfile'));
    if (first === undefined || final === undefined) throw new Error('the Dockerfile has two stages');
    const roots: Record<string, string> = { '': base.files, build: join(base.folder, 'image', 'build') };
    await build(first, roots, roots.build ?? '', base);
    const root = join(base.folder, 'image', 'final');
    await build(final, roots, root, base);
    const { stdout } = await promisify(execFile)('du', ['-sm', root]);
    expect(Number.parseInt(stdout, 10)).toBeLessThanOrEqual(70);
    if (!canIsolate) return;

    // A service that can read its files, but no other.
    await shell(`chmod -R go-w ${root} && chmod go+x ${base.folder}`, root, process.env);
    const container = await start(final, root, base.nodes[majorOf(final)] ?? '', children);
    const within = async (words: readonly string[]): Promise<string> => {
      const enter = ['-t', String(container.pid), '-m', '-n', '-p', '-r', '-S', '1000', '-G', '1000'];
      const env = Object.assign({ PATH: `${NODE_DIR}:/usr/bin:/bin` }, ...restsOf(final, 'ENV').map(readEnv)) as object;
      const ran = await promisify(execFile)('nsenter', [...enter, '--', ...words], { env: { ...env } });
      return ran.stdout;
    };
    await until('the service prints a first request', () => container.said().includes('Try it'), undefined, 600_000);
    const health = readExec(restsOf(final, 'HEALTHCHECK')[0] ?? '');
    await within(health);
    const status = await within(['cat', '/proc/1/status']);
    expect(await within(['cat', '/proc/1/cmdline'])).toMatch(/^node\0/);
    expect(status).toMatch(/^Uid:\t1000\t1000\t1000\t1000$/m);
    for (const path of ['/opt/utility-data-gateway/x', '/x']) {
      await expect(within(['touch', path]), path).rejects.toThrow('Read-only file system');
    }
    process.kill(container.pid, 'SIGTERM');
    expect(await container.ended).toBe(0);
    expect(container.said()).toContain('Stopping after the requests in flight.');
    await expect(within(health)).rejects.toThrow();
  });
});

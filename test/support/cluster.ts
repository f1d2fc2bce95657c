import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './freePort.js';
import { findProgram } from './programs.js';
import { until } from './until.js';

const INSTALLED = '/usr/lib/postgresql';
const PROGRAMS = ['initdb', 'pg_basebackup', 'pg_ctl', 'postgres'];

/**
 * The folder with the programs of the newest PostgreSQL server; null if none is installed. Debian does not put them on
 * the PATH, but `pg_ctlcluster` is there.
 */
const BIN =
  (findProgram('pg_ctlcluster') !== null && existsSync(INSTALLED) ? readdirSync(INSTALLED) : [])
    .toSorted((one, other) => Number(other) - Number(one))
    .map((version) => join(INSTALLED, version, 'bin'))
    .find((bin) => PROGRAMS.every((program) => existsSync(join(bin, program)))) ?? null;

/** PostgreSQL refuses to run as root. */
const AS_POSTGRES = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--'] : [];

/** Whether tests can start their own PostgreSQL servers. If not, this prints a line. */
export const CAN_CLUSTER = BIN !== null && canBePostgres();
if (!CAN_CLUSTER) {
  console.log(`No server in ${INSTALLED}, or no user to run it: the tests that start PostgreSQL are skipped.`);
}

function canBePostgres(): boolean {
  const [first, ...rest] = AS_POSTGRES;
  return first === undefined || spawnSync(first, [...rest, 'true'], { cwd: tmpdir() }).status === 0;
}

/** A PostgreSQL server that a test starts, on a free port of 127.0.0.1. */
export interface Cluster {
  readonly port: number;
  /** The address of its database `postgres`. */
  readonly url: string;
  start(): Promise<void>;
  /**
   * Stops the server.
   * @param mode `fast` ends sessions in order; `immediate` is a crash
   */
  stop(mode: 'fast' | 'immediate'): Promise<void>;
  restart(mode: 'fast' | 'immediate'): Promise<void>;
  /** Kills all processes of the server with SIGKILL, like a power failure. Committed data is there after the next start. */
  kill(): Promise<void>;
}

/** PostgreSQL servers in a temporary folder, which `close` stops and removes. */
export interface Clusters {
  /**
   * Starts a new, empty server.
   * @param settings besides the common ones, such as `wal_level=logical`
   */
  primary(settings?: readonly string[]): Promise<Cluster>;
  /** Starts a standby of another server, by streaming replication. */
  standbyOf(primary: Cluster): Promise<Cluster>;
  close(): void;
}

const command = (program: string): readonly string[] => [...AS_POSTGRES, join(BIN ?? '', program)];

/** Runs a program of the PostgreSQL server. @throws Error if it fails */
async function run(program: string, ...args: readonly string[]): Promise<void> {
  const [first = '', ...rest]: readonly string[] = [...command(program), ...args];
  // A started server inherits the output and keeps it open, so this must not wait for the output to end.
  const child = spawn(first, rest, { cwd: tmpdir(), stdio: 'ignore', timeout: 60_000 });
  const status = await new Promise<unknown>((resolve) => {
    child.once('error', resolve);
    child.once('exit', resolve);
  });
  if (status === 0) return;
  const log = args[args.indexOf('-l') + 1] ?? '';
  const said = args.includes('-l') && existsSync(log) ? readFileSync(log, 'utf8').slice(-1_000) : '';
  throw new Error(`${program} ${args.join(' ')} ended with ${String(status)}\n${said}`);
}

/** Kills a process and its child processes, and waits until they are gone. */
async function killAll(pid: number): Promise<void> {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  const pids = [
    pid,
    ...stdout
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map(Number),
  ];
  spawnSync('kill', ['-9', ...pids.map(String)]);
  await until(
    'the processes of the server are gone',
    () => pids.filter(isRunning),
    (left) => left.length === 0,
  );
}

/** Whether a process exists. A process that has ended but was not reaped does not count. */
function isRunning(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim() !== '' && !stdout.trim().startsWith('Z');
}

export function openClusters(): Clusters {
  const folder = mkdtempSync(join(tmpdir(), 'udg-cluster-'));
  if (AS_POSTGRES.length > 0) spawnSync('chown', ['postgres', folder]);
  const stops: (() => void)[] = [];
  const close = (): void => {
    process.removeListener('exit', close);
    for (const stop of stops.splice(0)) stop();
    rmSync(folder, { recursive: true, force: true });
  };
  // No server outlives the tests, even if they crash.
  process.once('exit', close);

  const clusterIn = async (data: string, port: number, settings: readonly string[]): Promise<Cluster> => {
    const options = [
      `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off -c shared_buffers=16MB`,
      '-c max_standby_streaming_delay=0 -c wal_receiver_status_interval=1s -c wal_retrieve_retry_interval=200ms',
      ...settings.map((setting) => `-c ${setting}`),
    ].join(' ');
    const log = join(folder, `${port}.log`);
    const ctl = (...args: readonly string[]): Promise<void> => run('pg_ctl', '-D', data, '-w', '-t', '50', ...args);
    const cluster: Cluster = {
      port,
      url: `postgres://postgres@127.0.0.1:${port}/postgres`,
      start: () => ctl('start', '-l', log, '-o', options),
      stop: (mode) => ctl('stop', '-m', mode),
      restart: (mode) => ctl('restart', '-m', mode, '-l', log, '-o', options),
      kill: () => killAll(Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])),
    };
    stops.push(() => {
      if (!existsSync(join(data, 'postmaster.pid'))) return;
      const stop: readonly string[] = [...command('pg_ctl'), '-D', data, '-w', '-m', 'immediate', 'stop'];
      const [first = '', ...rest] = stop;
      spawnSync(first, rest, { cwd: tmpdir(), stdio: 'ignore', timeout: 20_000 });
    });
    await cluster.start();
    return cluster;
  };
  return {
    async primary(settings = []) {
      const port = await freePort();
      const data = join(folder, String(port));
      await run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync');
      return clusterIn(data, port, settings);
    },
    async standbyOf(primary) {
      const port = await freePort();
      const data = join(folder, String(port));
      await run('pg_basebackup', '-D', data, '-d', primary.url, '-R', '-X', 'stream', '-c', 'fast', '--no-sync');
      return clusterIn(data, port, []);
    },
    close,
  };
}

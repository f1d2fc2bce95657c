import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from '../support/freePort.js';
import { IS_LONG } from '../support/repeated.js';
import { until } from '../support/until.js';
import { environmentOf, shell, type Base } from './base.js';
import { wayOf } from './commands.js';

/** A server that loads the sample portfolio says so within this time, on a machine that does other work too. */
const TIMEOUT_MS = 600_000;

/** A server that a command started, with all that it and what started it said. */
interface Server {
  readonly process: ChildProcess;
  readonly said: () => string;
  readonly hasEnded: () => boolean;
  /** Its status, when it, and all that it started, have closed their output. */
  readonly ended: Promise<number | null>;
  /** Whether npx runs it: its shell ends by the signal, whatever the server does. */
  readonly isByNpx: boolean;
}

/** What a page writes, and what stands there in a test: `postgres://…` a database that is there. */
export type Names = readonly (readonly [written: RegExp, meant: string])[];

/** A terminal in a folder, in which commands of a page are run one after the other, with a server where they need one. */
export class Session {
  private server: Server | null = null;
  private readonly ports: readonly [port: number, metricsPort: number];
  /** What the commands run with. */
  readonly env: NodeJS.ProcessEnv;

  private constructor(
    private readonly base: Base,
    readonly folder: string,
    node: string,
    ports: readonly [number, number],
  ) {
    this.ports = ports;
    const [port, metricsPort] = ports.map(String);
    this.env = { ...environmentOf(base.folder, base.nodes[node] ?? ''), PORT: port, METRICS_PORT: metricsPort };
  }

  /** Opens a terminal of a Node in a folder that exists. */
  static async open(base: Base, folder: string, node: string): Promise<Session> {
    return new Session(base, folder, node, [await freePort(), await freePort()]);
  }

  /**
   * Runs a command of a page as it is written there, but for names and ports.
   * @returns what it printed; of a server all that it said until it served
   * @throws Error when it fails
   */
  async type(command: string, names: Names = []): Promise<string> {
    const way = wayOf(command);
    if (way === undefined || typeof way === 'object') throw new Error(`no way to run: ${command}`);
    const meant = this.meant(command, names);
    if (way === 'serve') return this.serve(meant);
    if (way === 'ask' && this.server === null) await this.serve('npx udg serve');
    if (way !== 'ask') await this.stop();
    // An answer that says what is wrong ends curl too.
    return shell(meant.replace(/^curl /, 'curl --fail-with-body '), this.folder, this.env);
  }

  /** Stops the server as Ctrl-C does, which reaches npm, the shell and the server at once. */
  async stop(): Promise<void> {
    const { server } = this;
    if (server === null) return;
    this.server = null;
    process.kill(-Number(server.process.pid), 'SIGINT');
    const status = await server.ended;
    if (status !== 0 && !server.isByNpx) throw new Error(`the server ended with ${status}:\n${server.said()}`);
    if (!server.said().includes('Stopping after the requests in flight.')) {
      throw new Error(`the server did not stop as it should:\n${server.said()}`);
    }
  }

  /** Ends what is left, also after a failure. */
  close(): void {
    if (this.server !== null) process.kill(-Number(this.server.process.pid), 'SIGKILL');
    this.server = null;
  }

  private meant(command: string, names: Names): string {
    const { installed } = this.base;
    const [port, metricsPort] = this.ports;
    const lock = 'node_modules/.package-lock.json';
    // One npm ci for all, as it takes most of the time; npm changes this one file of it in its place.
    const link = `cp -al ${installed}/node_modules . && rm ${lock} && cp -a ${installed}/${lock} node_modules && cp -a ${installed}/dist .`;
    const all: Names = [
      ...names,
      ...(!IS_LONG ? [[/^npm ci\b/, link] as const] : []),
      [/127\.0\.0\.1:4000\b/g, `127.0.0.1:${port}`],
      [/127\.0\.0\.1:9464\b/g, `127.0.0.1:${metricsPort}`],
      [/^\/usr\/bin\/node\b/, 'node'],
      [/\/opt\/utility-data-gateway\b/g, this.folder],
    ];
    return all.reduce((text, [written, meant]) => text.replaceAll(asGlobal(written), meant), command);
  }

  private async serve(command: string): Promise<string> {
    await this.stop();
    // A shell of a user outlives Ctrl-C, and has the status of what it ran.
    const child = spawn('sh', ['-c', `trap : INT; ${command}`], {
      cwd: this.folder,
      env: this.env,
      detached: true,
      stdio: 'pipe',
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (said += text));
    }
    let hasEnded = false;
    const ended = new Promise<number | null>((resolve) => {
      child.once('close', (status) => {
        hasEnded = true;
        resolve(status);
      });
    });
    this.server = {
      process: child,
      said: () => said,
      hasEnded: () => hasEnded,
      ended,
      isByNpx: command.includes('npx '),
    };
    // The last line of every server, before those of the sample portfolio.
    await this.hears(/^Metrics .*\n/m);
    return said;
  }

  /** Waits until the server has said something. */
  async hears(pattern: RegExp): Promise<RegExpExecArray> {
    const server = this.server;
    return until(
      `the server says ${String(pattern)}`,
      () => {
        const said = server?.said() ?? '';
        const found = pattern.exec(said);
        if (found === null && server?.hasEnded() !== false) throw new Error(`the server ended:\n${said}`);
        return found;
      },
      undefined,
      TIMEOUT_MS,
    );
  }
}

function asGlobal({ source, flags }: RegExp): RegExp {
  return new RegExp(source, flags.includes('g') ? flags : `${flags}g`);
}

/** Makes a folder of a session, `<folder>/<node>/<name>`, with the files of a clone or empty. */
export async function makeFolder(base: Base, node: string, name: string, isClone: boolean): Promise<string> {
  const folder = join(base.folder, `node${node}`, name);
  const make = isClone ? `cp -a ${base.files}/. ${folder}` : 'true';
  await shell(`mkdir -p ${folder} && ${make}`, base.folder, process.env);
  return folder;
}

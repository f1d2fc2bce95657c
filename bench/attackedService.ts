import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SAMPLE_COMPANY_IDS } from '../seeds/sample.js';
import { PACKAGE_ROOT } from '../src/config/root.js';

/** The service on the sample portfolio in a new folder, with the settings of users. */
export interface AttackedService {
  /** `http://127.0.0.1:4000` */
  readonly url: string;
  /** Key of the attacking user. */
  readonly key: string;
  /** Key of another user. */
  readonly otherKey: string;
  /** The folder for the output of tools. It is deleted at the end. */
  readonly folder: string;
  /** Stops it. @returns its exit status */
  stop(): Promise<number | null>;
}

const MAIN = join(PACKAGE_ROOT, 'dist', 'udg', 'main.js');

/** Starts the service with a new embedded database and loads the sample portfolio into it. */
export async function startAttacked(): Promise<AttackedService> {
  const folder = mkdtempSync(join(tmpdir(), 'udg-attack-'));
  try {
    // Without a limit every request of a tool reaches its target. Other settings of users are left out.
    const env = { PATH: process.env.PATH, PORT: '0', DATA_DIR: join(folder, 'data'), RATE_LIMIT_POINTS: '0' };
    const udg = async (...args: readonly string[]): Promise<string> =>
      (await promisify(execFile)(process.execPath, [MAIN, ...args], { env })).stdout;
    await udg('seed');
    const grants = SAMPLE_COMPANY_IDS.flatMap((id) => ['--company', id]);
    const issue = async (): Promise<string> =>
      (JSON.parse(await udg('keys', 'issue', '--json', '--role', 'reader', ...grants)) as { readonly key: string }).key;
    const [key, otherKey] = [await issue(), await issue()];
    const { url, stop } = await serve({ ...env, LOG_LEVEL: 'error' });
    return {
      ...{ url, key, otherKey, folder },
      async stop() {
        const status = await stop();
        rmSync(folder, { recursive: true, force: true });
        return status;
      },
    };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

function serve(env: NodeJS.ProcessEnv): Promise<{ readonly url: string; readonly stop: () => Promise<number | null> }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [MAIN, 'serve'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    const ended = new Promise<number | null>((end) => child.once('close', end));
    const stop = (): Promise<number | null> => {
      child.kill('SIGTERM');
      return ended;
    };
    let output = '';
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const url = /^REST {6}(http:\S+)\/2\.0$/m.exec(output)?.[1];
      if (url !== undefined) resolve({ url, stop });
    });
    void ended.then(() => {
      reject(new Error(`The service could not be started:\n${output}`));
    });
  });
}

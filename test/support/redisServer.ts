import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { freePort } from './freePort.js';

/** Whether tests can start their own Redis. If not, this prints a line. */
export const CAN_REDIS = spawnSync('redis-server', ['--version']).status === 0;
if (!CAN_REDIS) console.log('There is no redis-server: the tests that start one are skipped.');

/** A Redis server that a test starts, on a free port of 127.0.0.1. */
export interface RedisServer {
  readonly url: string;
  /** Suspends the server: it accepts connections and answers nothing. */
  hang(): void;
  goOn(): void;
  close(): Promise<void>;
}

export async function startRedis(): Promise<RedisServer> {
  const port = await freePort();
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const child = spawn('redis-server', options, { cwd: tmpdir(), stdio: ['ignore', 'pipe', 'inherit'] });
  const kill = (): void => {
    child.kill('SIGKILL');
  };
  // No server outlives the tests, even if they crash.
  process.once('exit', kill);
  let said = '';
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    said += String(chunk);
    if (said.includes('Ready to accept connections')) break;
  }
  child.stdout.resume();
  if (child.exitCode !== null) throw new Error(`redis-server ended:\n${said}`);
  return {
    url: `redis://127.0.0.1:${port}`,
    hang: () => child.kill('SIGSTOP'),
    goOn: () => child.kill('SIGCONT'),
    async close() {
      process.removeListener('exit', kill);
      const closed = once(child, 'close');
      kill();
      await closed;
    },
  };
}

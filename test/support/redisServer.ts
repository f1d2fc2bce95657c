import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { freePort } from './freePort.js';

/** Whether tests can start a Redis of their own; where they cannot, it is said. */
export const CAN_REDIS = spawnSync('redis-server', ['--version']).status === 0;
if (!CAN_REDIS) console.log('There is no redis-server: the tests that start one are left out.');

/** A Redis server of a test's own, at a free port of 127.0.0.1. */
export interface RedisServer {
  readonly url: string;
  /** Has it take connections and answer nothing. */
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
  // Whatever happens to the tests, no server outlives them.
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

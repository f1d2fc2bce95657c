import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

declare module 'vitest' {
  interface ProvidedContext {
    /** Undefined in other runs than `npm run test:install`, and where the registry of npm is out of reach. */
    install: Base | undefined;
  }
}

/** What the tests of the install share. */
export interface Base {
  /** The folder that holds `files` and `installed`, and what the tests make. */
  readonly folder: string;
  /** The files of the repository as a clone has them. */
  readonly files: string;
  /** The same after `npm ci`. */
  readonly installed: string;
  /** The folder of the program of each Node, by its major version. */
  readonly nodes: Readonly<Record<string, string>>;
}

/** The versions of Node that are supported. */
export const NODES: readonly string[] = ['20', '22', '24'];

/** What a terminal of a user does not have: this run's own settings, and the programs in `node_modules`. */
const OF_THIS_RUN =
  /^(NODE|NODE_ENV|INIT_CWD|VITEST\w*|TEST|TEST_\w+|DATABASE_URL|DATA_DIR|npm_(?!config_)\w+|npm_config_engine_strict)$/;

/**
 * Returns the environment of a user's terminal.
 * @param folder for the cache of npm, of which only the downloaded packages are this machine's
 * @param node the folder of the program of Node; empty: that of this machine
 */
export function environmentOf(folder: string, node: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !OF_THIS_RUN.test(name));
  const paths = (process.env.PATH ?? '').split(':').filter((path) => !path.includes('node_modules'));
  return {
    ...Object.fromEntries(kept),
    PATH: [...(node === '' ? [] : [node]), ...paths].join(':'),
    npm_config_cache: `${folder}/npm`,
    npm_config_prefer_offline: 'true',
    npm_config_yes: 'true',
  };
}

/**
 * Runs a command by a shell.
 * @returns what it printed on standard output
 * @throws Error with all that it printed, when it fails
 */
export async function shell(command: string, cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  const options = { cwd, env, maxBuffer: 64 * 1024 * 1024 };
  const ended = await promisify(execFile)('sh', ['-c', command], options).catch((error: unknown) => {
    const { stdout = '', stderr = '', code } = error as { stdout?: string; stderr?: string; code?: unknown };
    throw new Error(`${command}\nended with ${String(code)}:\n${stdout}${stderr}`, { cause: error });
  });
  return ended.stdout;
}

import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { tmpdir } from 'node:os';
import type { TestProject } from 'vitest/node';
import { PACKAGE_ROOT } from '../../src/config/root.js';
import { environmentOf, NODES, shell } from './base.js';

/** Copies the tracked files into an empty folder and installs them once; each test goes on from a copy of that. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'udg-install-'));
  const close = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const env = environmentOf(folder, '');
  try {
    const cache = (await shell('npm config get cache', PACKAGE_ROOT, process.env)).trim();
    await mkdir(join(cache, '_cacache'), { recursive: true });
    await mkdir(join(folder, 'npm'));
    await symlink(join(cache, '_cacache'), join(folder, 'npm', '_cacache'));
    if (!(await isReachable(env))) {
      console.log('The registry of npm cannot be reached: the tests of the install are skipped.');
      return close;
    }
    const nodes: Record<string, string> = {};
    for (const major of NODES) nodes[major] = await nodeOf(major);
    const [files, installed] = [join(folder, 'files'), join(folder, 'installed')];
    await mkdir(files);
    await shell(`git ls-files -z | tar --null -T - -c | tar x -C ${files}`, PACKAGE_ROOT, process.env);
    await shell(`cp -a ${files} ${installed}`, folder, env);
    await shell('npm ci', installed, env);
    project.provide('install', { folder, files, installed, nodes });
  } catch (error) {
    await close();
    throw error;
  }
  return close;
}

async function isReachable(env: NodeJS.ProcessEnv): Promise<boolean> {
  return shell('npm ping --fetch-timeout=10000 --fetch-retries=0', tmpdir(), env).then(
    () => true,
    () => false,
  );
}

/** Returns the folder of the program of a version of Node, which npx fetches where it is not the one that runs this. */
async function nodeOf(major: string): Promise<string> {
  if (process.versions.node.split('.')[0] === major) return dirname(process.execPath);
  const path = await shell(`npx -y node@${major} -p process.execPath`, tmpdir(), process.env);
  return dirname(path.trim());
}

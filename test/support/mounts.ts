import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const run = (...args: readonly string[]): boolean => {
  const [command = '', ...rest] = args;
  return spawnSync(command, rest, { stdio: 'ignore' }).status === 0;
};

/** A small disk that a test mounts. */
export interface Disk {
  readonly path: string;
  /** Resizes the disk to this many megabytes. */
  readonly resize: (megabytes: number) => void;
  /** The megabytes in use. */
  readonly used: () => number;
  readonly setReadOnly: () => void;
  readonly close: () => void;
}

/**
 * Mounts a small disk.
 * @throws Error if this process may not mount
 */
export function openDisk(megabytes: number): Disk {
  const folder = mkdtempSync(join(tmpdir(), 'udg-disk-'));
  const path = join(folder, 'disk');
  mkdirSync(path);
  const mount = (...args: readonly string[]): void => {
    if (!run('mount', ...args, path)) throw new Error(`mount ${args.join(' ')} failed`);
  };
  mount('-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs');
  const close = (): void => {
    process.removeListener('exit', close);
    run('umount', '-l', path);
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', close);
  return {
    path,
    resize: (size) => {
      mount('-o', `remount,size=${size}m`);
    },
    used() {
      const { blocks, bfree, bsize } = statfsSync(path);
      return Math.ceil(((blocks - bfree) * bsize) / 1024 / 1024);
    },
    setReadOnly: () => {
      mount('-o', 'remount,ro');
    },
    close,
  };
}

/** Whether tests can mount their own disks. If not, this prints a line. */
export const CAN_MOUNT = canMount();
if (!CAN_MOUNT) console.log('This process may not mount: the tests of full and read-only disks are skipped.');

function canMount(): boolean {
  try {
    openDisk(1).close();
    return true;
  } catch {
    return false;
  }
}

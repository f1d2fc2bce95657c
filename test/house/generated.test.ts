import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/config/root.js';
import { printDerivedSchema } from '../../src/run/createCore.js';

const read = (path: string): Promise<string> => readFile(join(PACKAGE_ROOT, path), 'utf8');

describe('generated files are current: `npm run generate` changes nothing', () => {
  it('schema/generated.graphql matches schema/types', async () => {
    expect(await read('schema/generated.graphql')).toBe(printDerivedSchema());
  });

  it('the generated types match the output of codegen', { timeout: 120_000 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'udg-codegen-'));
    try {
      const config = await read('codegen.yml');
      const outputs = [...config.matchAll(/^ {2}(src\/\S+):$/gm)].map((match) => match[1] ?? '');
      expect(outputs.length).toBeGreaterThan(0);
      const elsewhere = join(folder, 'codegen.yml');
      await writeFile(
        elsewhere,
        config.replaceAll(/^ {2}(src\/\S+):$/gm, (_, path: string) => `  ${join(folder, path)}:`),
      );
      await promisify(execFile)(
        process.execPath,
        [join(PACKAGE_ROOT, 'node_modules/@graphql-codegen/cli/cjs/bin.js'), '--config', elsewhere],
        { cwd: PACKAGE_ROOT },
      );
      for (const path of outputs) {
        expect(await read(path), path).toBe(await readFile(join(folder, path), 'utf8'));
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

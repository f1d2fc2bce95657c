import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/config/root.js';

interface Report {
  readonly summary: {
    readonly totalCruised: number;
    readonly violations: readonly { readonly from: string; readonly rule: { readonly name: string } }[];
  };
}

/** What dependency-cruiser says of the folders of a tree, by the rules of this one. */
async function cruise(root: string, ...folders: readonly string[]): Promise<Report['summary']> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      join(PACKAGE_ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
      ...['--config', join(PACKAGE_ROOT, '.dependency-cruiser.mjs'), '--output-type', 'json', ...folders],
    ],
    { cwd: root, maxBuffer: 2 ** 26 },
  );
  return (JSON.parse(stdout) as Report).summary;
}

/** What is said of a tree of just these files. */
async function problemsOf(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const root = await mkdtemp(join(tmpdir(), 'udg-floors-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(join(root, dirname(path)), { recursive: true });
      await writeFile(join(root, path), text);
    }
    const { violations } = await cruise(root, 'src');
    return violations.map(({ from, rule }) => `${from}: ${rule.name}`).toSorted();
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

describe('the layers of src', () => {
  it('import only from lower layers, never sideways or in a circle', { timeout: 120_000 }, async () => {
    // The packages of the bench are installed by its first run, and in `npm run check`.
    const bench = existsSync(join(PACKAGE_ROOT, 'bench', 'node_modules')) ? ['bench'] : [];
    const { totalCruised, violations } = await cruise(PACKAGE_ROOT, 'src', 'seeds', ...bench);
    expect(totalCruised).toBeGreaterThan(400);
    expect(violations.map(({ from, rule }) => `${from}: ${rule.name}`)).toEqual([]);
  });

  // One tree for all, as each run of the program takes seconds.
  it('the check reports imports from a higher layer, a sibling or a separate folder, circles, misplaced packages and missing files', async () => {
    const problems = await problemsOf({
      'src/data/up.ts': "import '../run/there.js';",
      'src/run/there.ts': 'export {};',
      'src/rest/beside.ts': "import '../graphql/there.js';",
      'src/graphql/there.ts': "import type { A } from '../web/there.js';\nexport type B = A;",
      'src/web/there.tsx': "import '../data/up.js';\nexport type A = string;",
      'src/cli/down.ts': "import '../data/up.js';",
      // A circle of types alone is one too.
      'src/data/one.ts': "import type { Two } from './two.js';\nexport type One = Two;",
      'src/data/two.ts': "import type { One } from './one.js';\nexport type Two = One;",
      'src/data/web.ts': "import 'express';",
      'src/data/gone.ts': "import './nothing.js';",
      'src/data/sample.ts': "import '../../seeds/sample.js';",
      'seeds/sample.ts': 'export {};',
    });
    expect(problems).toEqual([
      'src/data/gone.ts: what is imported is there',
      'src/data/one.ts: files do not import each other in a circle',
      'src/data/sample.ts: beside src only the sample portfolio is imported, by the command line alone',
      'src/data/up.ts: data imports only from the floors below it',
      'src/data/web.ts: express is imported only in http, admit, rest, graphql, server',
      'src/data/web.ts: what is imported is there',
      'src/graphql/there.ts: graphql imports only from the floors below it',
      'src/rest/beside.ts: rest imports only from the floors below it',
      'src/web/there.tsx: web imports only from the floors below it',
    ]);
  });

  it('the check rejects a folder that has no layer', async () => {
    const unknown = problemsOf({ 'src/attic/one.ts': 'export {};' });
    await expect(unknown).rejects.toThrow('src/attic: stands on no floor');
  });
});

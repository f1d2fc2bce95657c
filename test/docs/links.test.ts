import { existsSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { buildSchema, isScalarType, isSpecifiedScalarType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/config/root.js';
import { DOCUMENTS, documentAt, textOf } from './documents.js';

const README_LINES = 180;

const isForeign = (target: string): boolean => /^https?:/.test(target);

/** What is wrong with a link of a document; null: nothing. */
function problemOf(path: string, target: string): string | null {
  const [file = '', anchor] = target.split('#');
  const to = file === '' ? path : posix.join(posix.dirname(path), decodeURI(file));
  if (!existsSync(join(PACKAGE_ROOT, to))) return `${path} links ${target}, which is not there`;
  if (anchor === undefined) return null;
  const has = documentAt(to).sections.some((section) => section.anchor === anchor);
  return has ? null : `${path} links ${target}, and ${to} has no such heading`;
}

describe('the README and the documents', () => {
  it('link only to existing files and headings', () => {
    const problems = DOCUMENTS.flatMap(({ path, targets }) =>
      targets.filter((target) => !isForeign(target)).flatMap((target) => problemOf(path, target) ?? []),
    );
    expect(problems).toEqual([]);
  });

  it('have a heading for each GraphQL scalar that links to them', () => {
    const scalars = Object.values(buildSchema(textOf('schema/generated.graphql')).getTypeMap()).filter(
      (type) => isScalarType(type) && !isSpecifiedScalarType(type),
    );
    const problems = scalars.map((type) => {
      const { specifiedByURL = '' } = type.toConfig() as { readonly specifiedByURL?: string };
      const [, name, anchor] = /^\/guide\/(\w+)#(.+)$/.exec(specifiedByURL) ?? [];
      if (name === undefined) return `${type.name} has no address of its format`;
      const isDescribed = documentAt(`docs/${name}.md`).text.includes(`\`${type.name}\``);
      return problemOf('README.md', `docs/${name}.md#${anchor}`) ?? (isDescribed ? null : `no ${type.name} in ${name}`);
    });
    expect(problems.filter((problem) => problem !== null)).toEqual([]);
    expect(scalars.length).toBeGreaterThan(10);
  });

  it('use full https addresses for links to other sites', () => {
    for (const { path, targets } of DOCUMENTS) {
      for (const target of targets.filter(isForeign)) expect(target, path).toMatch(/^https:\/\/[^/]+\//);
    }
  });

  it('name only existing files and folders of the repository', () => {
    const missing = DOCUMENTS.flatMap(({ path, text }) =>
      [...text.matchAll(/`((?:src|test|bench|seeds|schema|docs)\/[^`\s]+)`/g)]
        .map(([, name = '']) => name.replace(/[^/]*\*.*$/, ''))
        // The app of docs/hooks.md has files of its own.
        .filter((name) => path !== 'docs/hooks.md' && !existsSync(join(PACKAGE_ROOT, name)))
        .map((name) => `${path} names ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it('list every folder of src in the code map', () => {
    const map = documentAt('docs/architecture.md').sections.find(({ text }) => text === 'Code map');
    for (const folder of readdirSync(join(PACKAGE_ROOT, 'src'))) expect(map?.words).toContain(`src/${folder}`);
  });

  it('are linked from the README', () => {
    const linked = documentAt('README.md').targets;
    for (const { path } of DOCUMENTS.slice(1)) expect(linked).toContain(path);
  });

  it('are in the package, together with all repository files that they link to', () => {
    const { files } = JSON.parse(textOf('package.json')) as { readonly files: readonly string[] };
    const isPacked = (path: string): boolean => files.some((file) => path === file || path.startsWith(`${file}/`));
    for (const { path, targets } of DOCUMENTS) {
      const linked = targets.filter((target) => !isForeign(target) && !target.startsWith('#'));
      const paths = linked.map((target) => posix.join(posix.dirname(path), target.split('#')[0] ?? ''));
      expect([path, ...paths].filter((name) => !isPacked(name))).toEqual([]);
    }
  });
});

describe('the README', () => {
  const { text } = documentAt('README.md');

  it(`is short: at most ${README_LINES} lines`, () => {
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(README_LINES);
  });

  it('has the command that installs and tests in a block of its own', () => {
    expect(text).toContain('\n```sh\nnpm ci && npm test\n```\n');
  });
});

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/config/root.js';
import { DOCUMENTS, documentAt, textOf } from './documents.js';

/** Where citations stand. */
const FOLDERS = ['src', 'test', 'bench', 'seeds', 'schema'];

/** A comment, or a sentence that a test is named by: `contract 4, /consumption, rule 1`, `figures 5`. */
const NUMBERED = /\b(contract|figures) (\d+)\b((?:, (?:(?:GET )?\/[\w-]+(?:\/:\w+)?|rule \d+|common behaviour))*)/gi;

/** `(docs/decisions.md, keys and access)`. */
const NAMED = /\(docs\/([\w-]+\.md), ([^)]+)\)/g;

/** What once cited texts that are not here. */
const STALE = /^\s*(?:\*|\/\*|\/\/|#).*(?:\(README|README's|\bconsumption\.md|\(consumption,? |\barchitecture's)/gm;

const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(PACKAGE_ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((path) => /\.(?:ts|tsx|graphql)$/.test(path) && !path.includes('generated')),
).map((path) => ({ path, text: textOf(path) }));

const cited = (pattern: RegExp): readonly { readonly path: string; readonly parts: RegExpExecArray }[] =>
  files.flatMap(({ path, text }) => [...text.matchAll(pattern)].map((parts) => ({ path, parts })));

/** The part of a document from a heading to the next of its level; null: there is no such heading. */
function partOf(text: string, heading: RegExp): string | null {
  const found = heading.exec(text);
  if (!found) return null;
  const rest = text.slice(found.index + found[0].length);
  const level = /^#+/.exec(found[0])?.[0].length ?? 1;
  const next = new RegExp(`^#{1,${level}} `, 'm').exec(rest);
  return rest.slice(0, next?.index);
}

/** Follows a citation down to the rule; null: it leads nowhere. */
function follow(name: string, section: string, steps: readonly string[]): string | null {
  let part = partOf(documentAt(`docs/${name.toLowerCase()}.md`).text, new RegExp(`^## ${section}\\. .*$`, 'm'));
  for (const step of steps) {
    if (part === null) return null;
    const rule = /^rule (\d+)$/i.exec(step)?.[1];
    if (rule !== undefined) part = partOf(part, new RegExp(`^${rule}\\. .*$`, 'm'));
    else if (step.toLowerCase() === 'common behaviour') part = partOf(part, /^### Common behaviour.*$/m);
    else part = partOf(part, new RegExp(`^### GET ${step.replace(/^GET /i, '')}(?: .*)?$`, 'm'));
  }
  return part;
}

describe('citations in comments and tests', () => {
  it('that name the contract or the figures lead to an existing section, endpoint or rule', () => {
    const all = cited(NUMBERED);
    expect(all.length).toBeGreaterThan(40);
    const nowhere = all.filter(({ parts: [, name = '', section = '', steps = ''] }) => {
      return follow(name, section, steps.split(', ').slice(1)) === null;
    });
    expect(nowhere.map(({ path, parts }) => `${path}: ${parts[0]}`)).toEqual([]);
  });

  it('that name a document lead to an existing heading', () => {
    const all = cited(NAMED);
    expect(all.length).toBeGreaterThan(2);
    const nowhere = all.filter(({ parts: [, name = '', heading = ''] }) => {
      const document = DOCUMENTS.find(({ path }) => path === `docs/${name}`);
      return !document?.sections.some(({ text }) => text.toLowerCase() === heading.toLowerCase());
    });
    expect(nowhere.map(({ path, parts }) => `${path}: ${parts[0]}`)).toEqual([]);
  });

  it('never name a document outside the repository', () => {
    expect(cited(STALE).map(({ path, parts }) => `${path}: ${parts[0].trim()}`)).toEqual([]);
  });
});

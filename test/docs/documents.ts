import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/config/root.js';
import { readMarkdown, type MarkdownDocument } from '../../src/web/guide/build/markdown.js';

/** A document of the repository. */
export interface TextDocument extends MarkdownDocument {
  /** From the root: `docs/rest.md`. */
  readonly path: string;
  readonly text: string;
}

/** The text of a file of the repository. */
export const textOf = (path: string): string => readFileSync(join(PACKAGE_ROOT, path), 'utf8');

/** The README and every document. */
export const DOCUMENTS: readonly TextDocument[] = [
  'README.md',
  ...readdirSync(join(PACKAGE_ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .toSorted()
    .map((name) => `docs/${name}`),
].map((path) => ({ path, text: textOf(path), ...readMarkdown(textOf(path)) }));

/**
 * Returns the blocks of code of a document in a language, in their order.
 * @throws Error when there is none
 */
export function codeIn(path: string, language: string): readonly string[] {
  const blocks = [...documentAt(path).text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))];
  if (blocks.length === 0) throw new Error(`${path} shows no ${language}`);
  return blocks.map(([, code = '']) => code);
}

/** @throws Error when there is none */
export function documentAt(path: string): TextDocument {
  const found = DOCUMENTS.find((document) => document.path === path);
  if (!found) throw new Error(`there is no document ${path}`);
  return found;
}

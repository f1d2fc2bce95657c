import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import type { GuideSection } from '../section.js';
import { readMarkdown, type MarkdownDocument } from './markdown.js';

/** The template of every guide page, as Vite builds it. */
const FRAME = 'guide/index.html';

/** The document of the "not found" page. */
const NOT_FOUND = `# Page not found

The guide has no page at this address. Choose a document, or use the search at the top of the page.
The [overview](README.md) lists all documents.
`;

/** A document with its position in the guide. */
interface GuidePage extends MarkdownDocument {
  /** The link text in the table of documents of the README. */
  readonly label: string;
  /** The heading of its group in that table: `Operate`; empty for the overview. */
  readonly group: string;
  readonly address: string;
  /** Relative to the root of the repository. */
  readonly folder: string;
  /** Relative to `dist/web`. */
  readonly file: string;
}

/** Builds the pages of the guide: the README, then the documents that its table lists, in that order. */
export function guide(root: string): Plugin {
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');
  const readme = read('README.md');
  const first = { label: 'Overview', group: '', address: '/guide', folder: '', file: FRAME, ...readMarkdown(readme) };
  const pages: readonly GuidePage[] = [
    first,
    ...listDocuments(readme).map(({ label, group, name }) => ({
      ...{ label, group, address: `/guide/${name}`, folder: 'docs/', file: `guide/${name}.html` },
      ...readMarkdown(read(`docs/${name}.md`)),
    })),
  ];
  const images = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.png'));
  const emitted = new Map<string, string>();

  return {
    name: 'guide',
    apply: 'build',
    buildStart() {
      for (const name of images) {
        const source = readFileSync(join(root, 'docs', name));
        emitted.set(`docs/${name}`, this.emitFile({ type: 'asset', name, source }));
      }
      const source = JSON.stringify(pages.flatMap(sectionsOf));
      emitted.set('sections', this.emitFile({ type: 'asset', name: 'guide.json', source }));
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const frame = bundle[FRAME];
        if (frame?.type !== 'asset') throw new Error(`${FRAME} was not built`);
        const template = String(frame.source);
        const assetAt = (path: string): string | null => {
          const id = emitted.get(path);
          return id === undefined ? null : `/${this.getFileName(id)}`;
        };
        const fill = (page: GuidePage): string => {
          const resolve = (target: string): string | null =>
            resolveLink(target, page, pages) ?? assetAt(page.folder + target);
          const filled: Readonly<Record<string, string>> = {
            title: page === first ? `${page.title}: guide` : `${page.title} – Utility data gateway`,
            sections: assetAt('sections') ?? '',
            contents: contentsOf(pages, page),
            document: page.html(resolve),
          };
          return template.replaceAll(/\{\{(\w+)\}\}/g, (_placeholder, name: string) => filled[name] ?? '');
        };
        const missing = { ...first, ...readMarkdown(NOT_FOUND), address: '', file: 'guide/not-found.html' };
        for (const page of [...pages.slice(1), missing]) {
          this.emitFile({ type: 'asset', fileName: page.file, source: fill(page) });
        }
        frame.source = fill(first);
      },
    },
  };
}

/** Returns the documents that the table of the README lists, each with the heading of its group. */
function listDocuments(
  readme: string,
): readonly { readonly label: string; readonly group: string; readonly name: string }[] {
  const rows = readme.matchAll(/^\| (?:\*\*([^*]+)\*\*|\[([^\]]+)\]\(docs\/([\w-]+)\.md\))/gm);
  let group = '';
  return [...rows].flatMap(([, heading, label = '', name = '']) => {
    if (heading === undefined) return [{ label, group, name }];
    group = heading;
    return [];
  });
}

/** Resolves a link of a page to an address of the guide; null if the service does not serve its target. */
function resolveLink(target: string, page: GuidePage, pages: readonly GuidePage[]): string | null {
  if (/^(?:https?:|#)/.test(target)) return target;
  const [path = '', anchor] = (page.folder + target).replace('docs/../', '').split('#');
  const to = pages.find(
    ({ address, folder }) => path === (folder === '' ? 'README.md' : `${address.replace('/guide/', folder)}.md`),
  );
  if (!to) return null;
  return anchor === undefined ? to.address : `${to.address}#${anchor}`;
}

/** Renders the list of all pages, group by group, with the sections of the current page. */
function contentsOf(pages: readonly GuidePage[], current: GuidePage): string {
  const itemOf = (page: GuidePage): string => {
    if (page !== current) return `<li><a href="${page.address}">${page.label}</a></li>`;
    const parts = page.sections.filter(({ level }) => level === 2);
    const list = parts.map(({ anchor, text }) => `<li><a href="#${anchor}">${escapeText(text)}</a></li>`).join('');
    return `<li><a href="${page.address}" aria-current="page">${page.label}</a><ul>${list}</ul></li>`;
  };
  return [...new Set(pages.map(({ group }) => group))]
    .map((group) => {
      const items = pages.filter((page) => page.group === group).map(itemOf);
      return `${group === '' ? '' : `<p>${escapeText(group)}</p>`}<ul>${items.join('')}</ul>`;
    })
    .join('');
}

function sectionsOf({ label, address, sections }: GuidePage): readonly GuideSection[] {
  return sections.map(({ level, text, anchor, words }) => ({
    ...{ id: `${address}#${anchor}`, page: label },
    ...{ heading: level === 1 ? label : text, words },
  }));
}

const escapeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

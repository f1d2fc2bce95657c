import MarkdownIt, { type Token } from 'markdown-it';

/** A heading, with the anchor that GitHub gives it, so that a link leads to the same place here and there. */
export interface Heading {
  readonly level: number;
  readonly text: string;
  readonly anchor: string;
}

/** What stands from a heading to the next one. */
export interface Section extends Heading {
  /** Its words, without marks and without the heading's own. */
  readonly words: string;
}

/** A Markdown document. */
export interface MarkdownDocument {
  /** Its first heading. */
  readonly title: string;
  readonly sections: readonly Section[];
  /** Where its links and images lead, as they are written. */
  readonly targets: readonly string[];
  /**
   * Its HTML; headings have their anchors.
   * @param resolve says where a link or image leads there; null: a link becomes its words
   */
  html(resolve: (target: string) => string | null): string;
}

const markdown = new MarkdownIt({ html: false });
const { escapeHtml } = markdown.utils;

// What is wider than the page is scrolled by itself, by the keyboard too.
markdown.renderer.rules.table_open = () => '<div class="wide" tabindex="0"><table>\n';
markdown.renderer.rules.table_close = () => '</table></div>\n';
markdown.renderer.rules.fence = (tokens, index) => {
  const code = escapeHtml(tokens[index]?.content ?? '');
  return `<pre tabindex="0"><code>${code}</code></pre>\n`;
};

/** Reads a document. */
export function readMarkdown(text: string): MarkdownDocument {
  const sections = sectionsOf(markdown.parse(text, {}));
  return {
    title: sections[0]?.text ?? '',
    sections,
    targets: linksOf(markdown.parse(text, {})).map(({ target }) => target),
    html(resolve) {
      const tokens = markdown.parse(text, {});
      const anchors = sections.map(({ anchor }) => anchor).values();
      for (const token of tokens) if (token.type === 'heading_open') token.attrSet('id', anchors.next().value ?? '');
      for (const link of linksOf(tokens)) link.lead(resolve(link.target));
      return markdown.renderer.render(tokens, markdown.options, {});
    },
  };
}

/** The anchor of a heading, as GitHub makes it, where no heading before has the same. */
function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-');
}

function sectionsOf(tokens: readonly Token[]): readonly Section[] {
  const sections: { level: number; text: string; anchor: string; words: string[] }[] = [];
  const times = new Map<string, number>();
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1];
    if (before?.type === 'heading_open') {
      const text = wordsOf(token);
      const anchor = anchorOf(text);
      const again = times.get(anchor) ?? 0;
      times.set(anchor, again + 1);
      const level = Number(before.tag.slice(1));
      sections.push({ level, text, anchor: again === 0 ? anchor : `${anchor}-${again}`, words: [] });
    } else if (token.type === 'inline' || token.type === 'fence') sections.at(-1)?.words.push(wordsOf(token));
  }
  return sections.map(({ words, ...heading }) => ({ ...heading, words: words.join('\n') }));
}

/** What a block says, without its marks. */
function wordsOf({ children, content }: Token): string {
  if (!children) return content;
  return children.map((child) => (child.type === 'softbreak' ? ' ' : child.content)).join('');
}

interface Link {
  readonly target: string;
  /** Has it lead elsewhere; null: nowhere. */
  lead(target: string | null): void;
}

function linksOf(tokens: readonly Token[]): readonly Link[] {
  const inline = tokens.flatMap(({ children }) => children ?? []);
  return inline.flatMap((token, index) => {
    const name = token.type === 'link_open' ? 'href' : token.type === 'image' ? 'src' : null;
    const target = name === null ? null : token.attrGet(name);
    if (name === null || typeof target !== 'string') return [];
    const close = inline.slice(index).find(({ type }) => type === 'link_close');
    return {
      target,
      lead(to: string | null) {
        if (to !== null) token.attrSet(name, to);
        else if (close && name === 'href') token.hidden = close.hidden = true;
      },
    };
  });
}

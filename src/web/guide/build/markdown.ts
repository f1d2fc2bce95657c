import MarkdownIt, { type Token } from 'markdown-it';

/** A heading with the anchor that GitHub generates, so a link with an anchor works on GitHub and here. */
export interface Heading {
  readonly level: number;
  readonly text: string;
  readonly anchor: string;
}

/** A heading with the text up to the next heading. */
export interface Section extends Heading {
  /** Plain text, without Markdown syntax and without the heading. */
  readonly words: string;
}

export interface MarkdownDocument {
  /** The text of the first heading. */
  readonly title: string;
  readonly sections: readonly Section[];
  /** Targets of links and images, before resolution. */
  readonly targets: readonly string[];
  /**
   * Renders HTML, with anchors on the headings.
   * @param resolve maps the target of a link or image to its address; null turns a link into plain text
   */
  html(resolve: (target: string) => string | null): string;
}

const markdown = new MarkdownIt({ html: false });
const { escapeHtml } = markdown.utils;

// A table or code block wider than the page scrolls on its own. `tabindex` lets keyboard users scroll it.
markdown.renderer.rules.table_open = () => '<div class="wide" tabindex="0"><table>\n';
markdown.renderer.rules.table_close = () => '</table></div>\n';
markdown.renderer.rules.fence = (tokens, index) => {
  const code = escapeHtml(tokens[index]?.content ?? '');
  return `<pre tabindex="0"><code>${code}</code></pre>\n`;
};

/** Parses a Markdown document. */
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
      for (const link of linksOf(tokens)) link.setTarget(resolve(link.target));
      return markdown.renderer.render(tokens, markdown.options, {});
    },
  };
}

/** Returns the anchor that GitHub generates for a heading. `sectionsOf` numbers repeated anchors. */
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

/** Returns the text of a block without Markdown syntax. */
function wordsOf({ children, content }: Token): string {
  if (!children) return content;
  return children.map((child) => (child.type === 'softbreak' ? ' ' : child.content)).join('');
}

interface Link {
  readonly target: string;
  /** Replaces the target; null removes the link and leaves its text. */
  setTarget(target: string | null): void;
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
      setTarget(to: string | null) {
        if (to !== null) token.attrSet(name, to);
        else if (close && name === 'href') token.hidden = close.hidden = true;
      },
    };
  });
}

/** A word of the name of a column. */
export interface Token {
  readonly text: string;
  /** Which brackets of the name it stands in; null: in none. */
  readonly bracket: number | null;
  /** Whether it is all that its brackets, or the name, hold. */
  readonly isAlone: boolean;
}

const BRACKETS = /[([{]([^()[\]{}]*)[)\]}]/g;
/** A fraction and a number with its unit are one word: `kWh / 30 min`. */
const JOINED: readonly (readonly [RegExp, string])[] = [
  [/\s+/g, ' '],
  [/ ?\/ ?/g, '/'],
  [/\/(\d+) (?=(?:m|min|mins|minutes?|h|hrs?|hours?)\b)/gi, '/$1'],
];

/** The words of a column's name, with those in brackets marked. Underscores, dashes and capitals divide words as spaces do. */
export function labelTokens(label: string): readonly Token[] {
  const tokens: Token[] = [];
  let from = 0;
  let count = 0;
  for (const match of label.matchAll(BRACKETS)) {
    tokens.push(...wordsOf(label.slice(from, match.index), null));
    tokens.push(...wordsOf(match[1] ?? '', count));
    from = match.index + match[0].length;
    count += 1;
  }
  tokens.push(...wordsOf(label.slice(from), null));
  return tokens.length === 1 ? tokens.map((token) => ({ ...token, isAlone: true })) : tokens;
}

function wordsOf(text: string, bracket: number | null): readonly Token[] {
  const joined = JOINED.reduce((all, [pattern, by]) => all.replace(pattern, by), text);
  const words = joined.split(/[\s_,;:|"()[\]{}]+|(?<=\p{L})-(?=\p{L})|(?<=\p{L}{2})\.(?=\p{L}{2}|$)/u);
  const all = words.filter((word) => word !== '' && word !== '-' && word !== '–');
  const isAlone = bracket !== null && all.length === 1;
  return all.map((word) => ({ text: word, bracket, isAlone }));
}

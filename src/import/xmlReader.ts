import sax from 'sax';

/** Receives the elements of a document, with their local names. */
export interface XmlElements {
  readonly open: (name: string, attribute: (name: string) => string | undefined) => void;
  /** @param text the text of the element itself, after its last child */
  readonly close: (name: string, text: string) => void;
  /** Receives each namespace that an element declares, before the element. */
  readonly declares?: (namespace: string) => void;
}

/** Parses a document in chunks. */
export interface XmlReader {
  write(text: string): void;
  close(): void;
  /** Returns the current line, counted from 1. Only a reader that counts lines knows it. */
  line(): number;
}

/** The most nested elements. Workbooks and feeds need about ten. */
const MAX_DEPTH = 50;
const MAX_ATTRIBUTES = 500;
/** The most characters of all attributes of an element, of a comment, or of a processing instruction. */
const MAX_TOKEN = 256 * 1024;
/**
 * The most characters of an attribute that the reader returns, of a name, and of a declaration. The parser copies a
 * declaration at each character.
 */
const MAX_NAME = 1_000;
/** The most characters of a text. Excel allows 32,767 in a cell. */
const MAX_TEXT = 1_000_000;
/**
 * The most characters that the parser gets at once. It appends to its buffers without a limit, so the reader checks
 * them after each slice.
 */
const SLICE = 16 * 1024;
/** V8 copies shorter strings. It stores a longer concatenated string as a tree, at 32 bytes per character. */
const COPIED = 13;

/** The parser's buffers for incomplete tokens, by their property names, with the most characters of each. */
const BUFFERS: readonly (readonly [buffer: string, what: string, most: number])[] = [
  ['tagName', 'a name', MAX_NAME],
  ['attribName', 'a name', MAX_NAME],
  ['procInstName', 'a name', MAX_NAME],
  ['entity', 'an entity', MAX_NAME],
  ['attribValue', 'an attribute', MAX_TOKEN],
  ['comment', 'a comment', MAX_TOKEN],
  ['procInstBody', 'a processing instruction', MAX_TOKEN],
  ['sgmlDecl', 'a declaration', MAX_NAME],
  ['doctype', 'a document type', MAX_TOKEN],
  ['textNode', 'a text', MAX_TEXT],
  ['cdata', 'a text', MAX_TEXT],
];

/**
 * Creates an XML reader with bounded memory. It rejects a document type, which could declare entities.
 * @param fail returns the error of a problem, a clause such as "nests deeper than 50 elements"
 * @throws the error of `fail` if the document is not well-formed, incomplete, or larger than a limit
 */
export function createXmlReader(
  elements: XmlElements,
  fail: (problem: string, cause?: unknown) => Error,
  countsLines: boolean,
): XmlReader {
  const parser = sax.parser(true, { xmlns: false, position: countsLines });
  // The parser's own limit is lower for some tokens, and applies only if it counts lines. This turns it off.
  Reflect.set(parser, 'bufferCheckPosition', Infinity);
  let [depth, attributes, size, text, isClosing] = [0, 0, 0, '', false];
  const bound = (length: number, what: string, most: number): void => {
    if (length > most) throw fail(`has ${what} of more than ${most} characters`);
  };
  parser.onerror = (error) => {
    const reason = error.message.split('\n', 1).join('');
    throw fail(isClosing ? 'ends before it is complete' : `is not well-formed: ${reason}`, error);
  };
  parser.ondoctype = () => {
    throw fail('has a document type (DOCTYPE), which is not allowed');
  };
  parser.onattribute = ({ name, value }) => {
    attributes += 1;
    size += name.length + value.length;
    if (attributes > MAX_ATTRIBUTES) throw fail(`has an element of more than ${MAX_ATTRIBUTES} attributes`);
    bound(size, 'an element with attributes', MAX_TOKEN);
    if (name.startsWith('xmlns')) elements.declares?.(flat(value));
  };
  parser.ontext = parser.oncdata = (chunk) => {
    text += chunk;
    bound(text.length, 'a text', MAX_TEXT);
  };
  parser.onopentag = (tag) => {
    [depth, attributes, size, text] = [depth + 1, 0, 0, ''];
    bound(tag.name.length, 'a name', MAX_NAME);
    if (depth > MAX_DEPTH) throw fail(`nests deeper than ${MAX_DEPTH} elements`);
    const given = tag.attributes;
    // The parser holds all open elements, so this frees their attributes.
    tag.attributes = {};
    elements.open(localName(tag.name), (name) => {
      const value = given[name];
      if (typeof value !== 'string') return undefined;
      bound(value.length, `an attribute ${name}`, MAX_NAME);
      return flat(value);
    });
  };
  parser.onclosetag = (tag) => {
    elements.close(localName(tag), text);
    [depth, text] = [depth - 1, ''];
  };
  return {
    write(chunk) {
      for (let at = 0; at < chunk.length; at += SLICE) {
        parser.write(chunk.length <= SLICE ? chunk : chunk.slice(at, at + SLICE));
        for (const [buffer, what, most] of BUFFERS) bound(lengthOf(parser, buffer), what, most);
      }
    },
    close() {
      isClosing = true;
      parser.close();
    },
    line: () => parser.line + 1,
  };
}

/** Returns the length of a parser buffer. The types of the parser omit these properties. */
function lengthOf(parser: object, buffer: string): number {
  const value: unknown = Reflect.get(parser, buffer);
  return typeof value === 'string' ? value.length : 0;
}

/** Copies a text, so that the engine stores it flat. */
function flat(text: string): string {
  return text.length < COPIED ? text : Buffer.from(text).toString();
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

import sax from 'sax';

/** Receives the elements of a document, by their local names. */
export interface XmlElements {
  readonly open: (name: string, attribute: (name: string) => string | undefined) => void;
  /** @param text the text of the element itself, behind its last child */
  readonly close: (name: string, text: string) => void;
  /** Receives each namespace that an element declares, before the element. */
  readonly declares?: (namespace: string) => void;
}

/** Reads a document piece by piece. */
export interface XmlReader {
  write(text: string): void;
  /** Ends the document. */
  close(): void;
  /** Returns the line that is read, counted from 1; of readers that count lines. */
  line(): number;
}

/** Elements within elements; workbooks and feeds need about ten. */
const MOST_DEPTH = 50;
const MOST_ATTRIBUTES = 500;
/** Characters of an element's attributes together, of a comment or a processing instruction. */
const MOST_TOKEN = 256 * 1024;
/** Characters of an attribute that is read, of a name, and of a declaration, which the parser copies at each character. */
const MOST_NAME = 1_000;
/** Excel allows 32,767 characters in a cell. */
const MOST_TEXT = 1_000_000;
/** The parser adds to its buffers character by character and never checks them, so it gets this many at once. */
const SLICE = 16 * 1024;
/** The engine copies shorter texts; a longer one that was added up takes 32 bytes for each of its characters. */
const COPIED = 13;

/** Buffers of the parser for an incomplete token, by their names in the parser, with the most characters of each. */
const BUFFERS: readonly (readonly [buffer: string, what: string, most: number])[] = [
  ['tagName', 'a name', MOST_NAME],
  ['attribName', 'a name', MOST_NAME],
  ['procInstName', 'a name', MOST_NAME],
  ['entity', 'an entity', MOST_NAME],
  ['attribValue', 'an attribute', MOST_TOKEN],
  ['comment', 'a comment', MOST_TOKEN],
  ['procInstBody', 'a processing instruction', MOST_TOKEN],
  ['sgmlDecl', 'a declaration', MOST_NAME],
  ['doctype', 'a document type', MOST_TOKEN],
  ['textNode', 'a text', MOST_TEXT],
  ['cdata', 'a text', MOST_TEXT],
];

/**
 * Makes a reader of XML whose memory is bounded whatever the document holds. A document type, which could declare
 * entities, is refused.
 * @param fail makes the error of a problem, a clause such as "nests deeper than 50 elements"
 * @throws what `fail` makes when the document is not well-formed, ends too early, or holds more than a bound
 */
export function createXmlReader(
  elements: XmlElements,
  fail: (problem: string, cause?: unknown) => Error,
  countsLines: boolean,
): XmlReader {
  const parser = sax.parser(true, { xmlns: false, position: countsLines });
  // The parser's own bound, which it checks only where it counts lines, is lower for some tokens.
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
    throw fail('has a document type (DOCTYPE), which is not accepted');
  };
  parser.onattribute = ({ name, value }) => {
    attributes += 1;
    size += name.length + value.length;
    if (attributes > MOST_ATTRIBUTES) throw fail(`has an element of more than ${MOST_ATTRIBUTES} attributes`);
    bound(size, 'an element with attributes', MOST_TOKEN);
    if (name.startsWith('xmlns')) elements.declares?.(flat(value));
  };
  parser.ontext = parser.oncdata = (piece) => {
    text += piece;
    bound(text.length, 'a text', MOST_TEXT);
  };
  parser.onopentag = (tag) => {
    [depth, attributes, size, text] = [depth + 1, 0, 0, ''];
    bound(tag.name.length, 'a name', MOST_NAME);
    if (depth > MOST_DEPTH) throw fail(`nests deeper than ${MOST_DEPTH} elements`);
    const given = tag.attributes;
    // The parser holds all open elements.
    tag.attributes = {};
    elements.open(localName(tag.name), (name) => {
      const value = given[name];
      if (typeof value !== 'string') return undefined;
      bound(value.length, `an attribute ${name}`, MOST_NAME);
      return flat(value);
    });
  };
  parser.onclosetag = (tag) => {
    elements.close(localName(tag), text);
    [depth, text] = [depth - 1, ''];
  };
  return {
    write(piece) {
      for (let at = 0; at < piece.length; at += SLICE) {
        parser.write(piece.length <= SLICE ? piece : piece.slice(at, at + SLICE));
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

/** The length of a buffer of the parser, which its types do not tell. */
function lengthOf(parser: object, buffer: string): number {
  const held: unknown = Reflect.get(parser, buffer);
  return typeof held === 'string' ? held.length : 0;
}

/** The same text in one piece. */
function flat(text: string): string {
  return text.length < COPIED ? text : Buffer.from(text).toString();
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

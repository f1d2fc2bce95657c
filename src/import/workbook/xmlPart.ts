import sax from 'sax';

/** What is told of the elements of a document, by their local names. */
export interface XmlElements {
  readonly open: (name: string, attribute: (name: string) => string | undefined) => void;
  /** @param text the text of the element itself, behind its last child */
  readonly close: (name: string, text: string) => void;
}

const MOST_DEPTH = 50;
const MOST_ATTRIBUTES = 500;
/** Excel allows 32,767 characters in a cell. */
const MOST_TEXT = 1_000_000;

/**
 * Reads a part of a workbook, telling its elements as they come.
 * @param part its bytes
 * @param name the part's, for messages
 * @param take what is yielded after each piece that was read
 * @throws Error that begins with "the workbook" when it is no well-formed XML in UTF-8
 */
export async function* readXml<T>(
  part: AsyncIterable<Uint8Array>,
  name: string,
  elements: XmlElements,
  take: () => T,
): AsyncGenerator<T> {
  const damaged = (reason: string, cause?: unknown): Error =>
    new Error(`the workbook is damaged (${name} ${reason})`, { cause });
  const parser = sax.parser(true, { xmlns: false, position: false });
  let [depth, attributes, text] = [0, 0, ''];
  parser.onerror = (error) => {
    throw damaged(`is not well-formed: ${error.message.split('\n', 1).join('')}`, error);
  };
  parser.ondoctype = () => {
    throw damaged('has a document type, which is not accepted');
  };
  parser.onattribute = () => {
    attributes += 1;
    if (attributes > MOST_ATTRIBUTES) throw damaged(`has an element of more than ${MOST_ATTRIBUTES} attributes`);
  };
  parser.ontext = parser.oncdata = (piece) => {
    text += piece;
    if (text.length > MOST_TEXT) throw damaged(`has a text of more than ${MOST_TEXT} characters`);
  };
  parser.onopentag = (tag) => {
    [depth, attributes, text] = [depth + 1, 0, ''];
    if (depth > MOST_DEPTH) throw damaged(`nests deeper than ${MOST_DEPTH} elements`);
    elements.open(localName(tag.name), (attribute) => {
      const value = tag.attributes[attribute];
      return typeof value === 'string' ? value : undefined;
    });
  };
  parser.onclosetag = (tag) => {
    elements.close(localName(tag), text);
    [depth, text] = [depth - 1, ''];
  };
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decoded = (chunk?: Uint8Array): string => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch (error) {
      throw damaged('is not UTF-8', error);
    }
  };
  for await (const chunk of part) {
    parser.write(decoded(chunk));
    yield take();
  }
  parser.write(decoded()).close();
  yield take();
}

/** Reads a part to its end. */
export async function readAllXml(part: AsyncIterable<Uint8Array>, name: string, elements: XmlElements): Promise<void> {
  const pieces = readXml(part, name, elements, () => undefined);
  while ((await pieces.next()).done !== true);
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

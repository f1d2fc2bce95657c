import { createXmlReader, type XmlElements } from '../xmlReader.js';

/**
 * Reads a part of a workbook, telling its elements as they come.
 * @param part its bytes
 * @param name the part's, for messages
 * @param take what is yielded after each piece that was read
 * @throws Error that begins with "the workbook" when it is no well-formed XML in UTF-8, or larger than a bound of the reader
 */
export async function* readXml<T>(
  part: AsyncIterable<Uint8Array>,
  name: string,
  elements: XmlElements,
  take: () => T,
): AsyncGenerator<T> {
  const damaged = (reason: string, cause?: unknown): Error =>
    new Error(`the workbook is damaged (${name} ${reason})`, { cause });
  const reader = createXmlReader(elements, damaged, false);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decoded = (chunk?: Uint8Array): string => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch (error) {
      throw damaged('is not UTF-8', error);
    }
  };
  for await (const chunk of part) {
    reader.write(decoded(chunk));
    yield take();
  }
  reader.write(decoded());
  reader.close();
  yield take();
}

/** Reads a part to its end. */
export async function readAllXml(part: AsyncIterable<Uint8Array>, name: string, elements: XmlElements): Promise<void> {
  const pieces = readXml(part, name, elements, () => undefined);
  while ((await pieces.next()).done !== true);
}

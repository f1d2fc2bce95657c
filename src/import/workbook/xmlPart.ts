import { createXmlReader, type XmlElements } from '../xmlReader.js';

/**
 * Parses a part of a workbook, and reports each element to `elements`.
 * @param part the bytes of the part
 * @param name the name of the part, for messages
 * @param take returns the value to yield after each chunk
 * @throws Error that begins with "the workbook" if the part is not well-formed XML in UTF-8, or exceeds a limit of the
 * reader
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

/** Parses a complete part. The caller needs no values between chunks. */
export async function readAllXml(part: AsyncIterable<Uint8Array>, name: string, elements: XmlElements): Promise<void> {
  const values = readXml(part, name, elements, () => undefined);
  while ((await values.next()).done !== true);
}

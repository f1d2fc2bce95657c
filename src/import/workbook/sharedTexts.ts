import { readAllXml } from './xmlPart.js';

/** Cells refer to texts in any order, so memory holds all texts: some 256 MB. */
const MAX_CHARACTERS = 128 * 1024 * 1024;
/** Characters of one text, over all its formatted parts. */
const MAX_OF_TEXT = 1_000_000;
/** Memory overhead of one text, counted in characters. */
const OVERHEAD = 50;

/**
 * Reads the texts that the cells of a workbook share. Cells refer to them by number.
 * @throws Error that begins with "the workbook" if the part cannot be read, or has too many texts for memory
 */
export async function readSharedTexts(part: AsyncIterable<Uint8Array>, name: string): Promise<readonly string[]> {
  const texts: string[] = [];
  const builder = createTextBuilder();
  let characters = 0;
  await readAllXml(part, name, {
    open: (element) => {
      if (element === 'si') builder.begin();
      else builder.open(element);
    },
    close: (element, content) => {
      builder.close(element, content);
      if (element !== 'si') return;
      const complete = builder.end();
      characters += complete.length + OVERHEAD;
      if (characters > MAX_CHARACTERS)
        throw new Error('the workbook has too many different texts: save the sheet as CSV');
      // A copy: a slice of the document would keep the chunk that it was read from in memory.
      texts.push(Buffer.from(complete).toString());
    },
  });
  return texts;
}

/** Joins the parts of a text. A text with several formats has several parts. Omits phonetic readings (`rPh`). */
export interface TextBuilder {
  begin(): void;
  open(element: string): void;
  close(element: string, content: string): void;
  end(): string;
}

/** Creates a builder for the elements `si` and `is`. */
export function createTextBuilder(): TextBuilder {
  let text = '';
  let isPronounced = false;
  return {
    begin() {
      [text, isPronounced] = ['', false];
    },
    open(element) {
      if (element === 'rPh') isPronounced = true;
    },
    close(element, content) {
      if (element === 'rPh') isPronounced = false;
      else if (element === 't' && !isPronounced) text += content;
      if (text.length > MAX_OF_TEXT) throw new Error(`the workbook has a cell of more than ${MAX_OF_TEXT} characters`);
    },
    end: () => unescaped(text),
  };
}

/** Decodes characters that XML does not allow, written as `_x000D_` (ECMA-376, ST_Xstring). */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

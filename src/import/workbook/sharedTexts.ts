import { readAllXml } from './xmlPart.js';

/** They are looked up by their numbers in any order, so all of them are held: some 256 MB. */
const MOST_HELD = 128 * 1024 * 1024;
/** Characters of one text, whose parts have formats of their own. */
const MOST_OF_ONE = 1_000_000;
/** Memory of a text in addition to its characters, counted in characters. */
const EACH = 50;

/**
 * Reads the texts that cells of a workbook share, by their number.
 * @throws Error that begins with "the workbook" when they cannot be read, or are more than is held
 */
export async function readSharedTexts(part: AsyncIterable<Uint8Array>, name: string): Promise<readonly string[]> {
  const texts: string[] = [];
  const text = createText();
  let held = 0;
  await readAllXml(part, name, {
    open: (element) => {
      if (element === 'si') text.begin();
      else text.open(element);
    },
    close: (element, content) => {
      text.close(element, content);
      if (element !== 'si') return;
      const whole = text.end();
      held += whole.length + EACH;
      if (held > MOST_HELD) throw new Error('the workbook has too many different texts: save the sheet as CSV');
      // A copy: a part of the document would hold all of the piece that it was read from.
      texts.push(Buffer.from(whole).toString());
    },
  });
  return texts;
}

/** Puts together a text, which may be divided by its formats; how it is pronounced is no part of it. */
export interface TextOf {
  begin(): void;
  open(element: string): void;
  close(element: string, content: string): void;
  end(): string;
}

/** Makes it, for the elements `si` and `is`. */
export function createText(): TextOf {
  let whole = '';
  let isPronounced = false;
  return {
    begin() {
      [whole, isPronounced] = ['', false];
    },
    open(element) {
      if (element === 'rPh') isPronounced = true;
    },
    close(element, content) {
      if (element === 'rPh') isPronounced = false;
      else if (element === 't' && !isPronounced) whole += content;
      if (whole.length > MOST_OF_ONE) throw new Error(`the workbook has a text of more than ${MOST_OF_ONE} characters`);
    },
    end: () => unescaped(whole),
  };
}

/** Decodes characters that XML does not allow, written as `_x000D_` (ECMA-376, ST_Xstring). */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

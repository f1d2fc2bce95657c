import { posix } from 'node:path';
import { quoted } from '../../errors/suggest.js';
import { readAllXml } from './xmlPart.js';

/** A sheet of a workbook that holds cells. */
export interface SheetName {
  readonly name: string;
  readonly isShown: boolean;
  /** The name of its member in the archive. */
  readonly part: string;
}

/** The parts of a workbook. */
export interface WorkbookParts {
  readonly sheets: readonly SheetName[];
  readonly is1904: boolean;
  /** Null: the workbook has no shared texts. */
  readonly texts: string | null;
  readonly formats: string | null;
}

const [WORKBOOK, RELATIONS] = ['xl/workbook.xml', 'xl/_rels/workbook.xml.rels'];
const MAX_SHEETS = 10_000;

/**
 * Reads which parts a workbook has.
 * @param part returns the bytes of a part by name
 * @throws Error that begins with "the workbook" if it cannot be read
 */
export async function readParts(part: (name: string) => AsyncIterable<Uint8Array>): Promise<WorkbookParts> {
  const targets = new Map<string, { readonly type: string; readonly part: string }>();
  await readAllXml(part(RELATIONS), RELATIONS, {
    open: (element, attribute) => {
      const [id, target] = [attribute('Id'), attribute('Target')];
      if (element !== 'Relationship' || id === undefined || target === undefined) return;
      const type = attribute('Type')?.split('/').at(-1) ?? '';
      targets.set(id, { type, part: target.startsWith('/') ? target.slice(1) : posix.join('xl', target) });
      if (targets.size > MAX_SHEETS) throw new Error(`the workbook has more than ${MAX_SHEETS} parts`);
    },
    close: () => undefined,
  });
  const sheets: SheetName[] = [];
  let is1904 = false;
  await readAllXml(part(WORKBOOK), WORKBOOK, {
    open: (element, attribute) => {
      if (element === 'workbookPr') is1904 = ['1', 'true'].includes(attribute('date1904') ?? '');
      if (element !== 'sheet' || sheets.length >= MAX_SHEETS) return;
      const target = targets.get(attribute('r:id') ?? attribute('id') ?? '');
      // Omits sheets that consist of a chart.
      if (target?.type !== 'worksheet') return;
      const isShown = (attribute('state') ?? 'visible') === 'visible';
      sheets.push({ name: attribute('name') ?? '', isShown, part: target.part });
    },
    close: () => undefined,
  });
  const partOf = (type: string): string | null =>
    [...targets.values()].find((target) => target.type === type)?.part ?? null;
  return { sheets, is1904, texts: partOf('sharedStrings'), formats: partOf('styles') };
}

/**
 * Returns the sheet that the user requested.
 * @param requested its name, or its number, counted from 1; null: the first visible sheet
 * @throws Error that begins with "the workbook" and lists the sheets, if none matches
 */
export function chooseSheet(sheets: readonly SheetName[], requested: string | null): SheetName {
  const sheet =
    requested === null
      ? sheets.find(({ isShown }) => isShown)
      : (sheets.find(({ name }) => name === requested) ??
        sheets.find(({ name }) => name.trim().toLowerCase() === requested.trim().toLowerCase()) ??
        (/^[1-9]\d{0,4}$/.test(requested) ? sheets[Number(requested) - 1] : undefined));
  if (sheet) return sheet;
  if (sheets.length === 0) throw new Error('the workbook has no sheet with cells');
  const what =
    requested === null ? 'has only hidden sheets: choose one with --sheet' : `has no sheet ${quoted(requested)}`;
  throw new Error(`the workbook ${what}; its sheets are ${namesOf(sheets)}`);
}

const MAX_NAMED = 20;

/** Lists the names of sheets in quotes, for messages. */
export function namesOf(sheets: readonly SheetName[]): string {
  const names = sheets.slice(0, MAX_NAMED).map(({ name, isShown }) => `${quoted(name)}${isShown ? '' : ' (hidden)'}`);
  return [...names, ...(sheets.length > MAX_NAMED ? [`and ${sheets.length - MAX_NAMED} more`] : [])].join(', ');
}

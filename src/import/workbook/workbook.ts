import { quoted } from '../../errors/suggest.js';
import type { Archive, Member } from '../archive/archive.js';
import { readCellFormats } from './cellFormat.js';
import { readSharedTexts } from './sharedTexts.js';
import { ALLOWED_VALUES, type SheetFacts } from './sheetFacts.js';
import { sheetLines } from './sheetLines.js';
import { sheetRows } from './sheetRows.js';
import { chooseSheet, namesOf, readParts } from './sheets.js';

/** A sheet of a workbook as comma-separated values. */
export interface OpenedSheet extends SheetFacts {
  /** The lines, in UTF-8. The number of a line is that of its row. */
  readonly chunks: AsyncGenerator<Uint8Array>;
}

/**
 * Opens a sheet of a workbook (.xlsx, ECMA-376).
 * @param archive an archive that is a workbook
 * @param requested the name or the number of the sheet; null: the first visible sheet
 * @param onBytes receives the number of bytes read of the unpacked sheet, and its size
 * @throws Error that begins with "the workbook" or "the archive" if the workbook cannot be read, or has no such sheet
 */
export async function openSheet(
  archive: Archive,
  requested: string | null,
  onBytes: (read: number, size: number) => void,
): Promise<OpenedSheet> {
  const member = (name: string): Member => {
    const entry = archive.members.find((one) => one.name === name);
    if (!entry) throw new Error(`the workbook is damaged (it has no ${name})`);
    if (entry.problem !== null) throw new Error(`the workbook has a part ${name} that ${entry.problem}`);
    return entry;
  };
  const { sheets, is1904, texts, formats } = await readParts((name) => member(name).read());
  const sheet = chooseSheet(sheets, requested);
  const shared = {
    texts: texts === null ? [] : await readSharedTexts(member(texts).read(), texts),
    formats: formats === null ? [] : await readCellFormats(member(formats).read(), formats),
    is1904,
  };
  const rows = sheetRows(counted(member(sheet.part), onBytes), sheet.part, shared);
  const others = sheets.filter((one) => one !== sheet && one.isShown && one.name !== ALLOWED_VALUES);
  const notice =
    requested !== null || others.length === 0
      ? null
      : `the import read only the sheet ${quoted(sheet.name)} of the workbook; to read another, give --sheet (${namesOf(others)})`;
  const inWords = `${quoted(sheet.name)}, ${sheets.indexOf(sheet) + 1} of ${sheets.length}`;
  return { inWords, notice, chunks: sheetLines(rows, archive.bound) };
}

async function* counted(
  { size, read }: Member,
  onBytes: (read: number, size: number) => void,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of read()) {
    bytes += chunk.length;
    onBytes(bytes, size);
    yield chunk;
  }
}

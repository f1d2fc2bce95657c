import { zip, type ZipMember } from './zip.js';

/** A sheet of a workbook that tests write: the XML within its `sheetData`. */
export interface TestSheet {
  readonly rows: string;
  readonly isHidden?: boolean;
}

export interface TestWorkbook {
  readonly sheets: Readonly<Record<string, string | TestSheet>>;
  /** The XML within `sst`. */
  readonly texts?: string;
  /**
   * Custom number formats. Cells refer to formats by position: 0 is `General`, custom ones start at 1, and those of
   * {@link BUILT_IN} follow.
   */
  readonly formats?: readonly string[];
  readonly is1904?: boolean;
}

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Writes a workbook (.xlsx) with the parts that readers need. */
export function workbook({ sheets, texts, formats = [], is1904 = false }: TestWorkbook): Buffer {
  const given = Object.entries(sheets).map(
    ([name, sheet]) => [name, typeof sheet === 'string' ? { rows: sheet } : sheet] as const,
  );
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;
  const members: Record<string, string | ZipMember> = {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    'xl/workbook.xml': `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<workbook ${MAIN} xmlns:r="${RELATIONS}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${given
      .map(
        ([name, { isHidden }], index) =>
          `<sheet name="${name}" sheetId="${index + 1}"${isHidden === true ? ' state="hidden"' : ''} r:id="rId${index + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${given
      .map((_, index) => relation(`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`))
      .join(
        '',
      )}${relation('s', 'sharedStrings', '/xl/sharedStrings.xml')}${relation('f', 'styles', 'styles.xml')}</Relationships>`,
    'xl/sharedStrings.xml': `<sst ${MAIN}>${texts ?? ''}</sst>`,
    'xl/styles.xml': `<styleSheet ${MAIN}><numFmts>${formats
      .map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${code.replaceAll('"', '&quot;')}"/>`)
      .join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats
      .map((_, index) => `<xf numFmtId="${164 + index}"/>`)
      .join('')}${BUILT_IN.map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs></styleSheet>`,
  };
  given.forEach(([, { rows }], index) => {
    members[`xl/worksheets/sheet${index + 1}.xml`] = `<worksheet ${MAIN}><sheetData>${rows}</sheetData></worksheet>`;
  });
  return zip(members);
}

/** Formats without a code in the file. */
export const BUILT_IN = [14, 20, 22, 46] as const;

/** Returns a row of texts and numbers. */
export function row(number: number, cells: readonly (string | number | null)[]): string {
  const xml = cells.map((cell) =>
    cell === null
      ? '<c/>'
      : typeof cell === 'number'
        ? `<c><v>${cell}</v></c>`
        : `<c t="inlineStr"><is><t>${cell}</t></is></c>`,
  );
  return `<row r="${number}">${xml.join('')}</row>`;
}

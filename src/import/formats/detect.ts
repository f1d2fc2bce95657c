import { isBillTable } from './bills/detectBills.js';
import { isCrosstab } from './crosstabLayout.js';
import { isHalfHourlyHeader } from './halfHourlyHeader.js';
import { flowFormat } from './industryFlow.js';
import { countIntervalColumns } from './intervalHeader.js';
import { profileOf } from './intervalProfiles.js';
import { refuseJson } from './jsonHead.js';
import { isNem } from './nem.js';
import { countPortfolioColumns } from '../portfolio/columns.js';
import { readTableHead } from './tableHead.js';

/** The names of the formats. */
export const FORMATS = [
  'ndjson',
  'csv',
  'half-hourly',
  'intervals',
  'nem12',
  'nem13',
  'd0036',
  'd0010',
  'espi',
  'bills',
  'portfolio',
  'crosstab',
] as const;
/** The name of a format. */
export type Format = (typeof FORMATS)[number];

/** Cells of a 200 record of NEM12, up to its interval length. */
const NEM12_CHANNEL = 9;

/** The beginning of a web page: a download without a login often saves one. */
const WEB_PAGE = /^<(!doctype html|html)[\s>]/i;

/**
 * Detects the format of a file from its beginning.
 * @param firstText about 64,000 characters; a byte order mark makes no difference
 * @throws Error that begins with "the file" if no format matches, and describes the file
 */
export function detectFormat(firstText: string): Format {
  const text = firstText.replace(/^\uFEFF/, '');
  if (text.includes('\0')) throw new Error('the file is binary or UTF-16, not UTF-8 text');
  if (!text.includes('\n') && text.trimEnd().includes('\r')) {
    throw new Error('the lines of the file end with a carriage return only; save the file with line feeds');
  }
  const content = text.trimStart();
  const [line = ''] = content.split(/\r?\n/, 1);
  if (content.startsWith('{') || content.startsWith('[')) {
    refuseJson(content);
    return 'ndjson';
  }
  if (WEB_PAGE.test(content)) {
    throw new Error('the file is a web page (HTML), such as a login page: download the data again');
  }
  if (content.startsWith('<')) return 'espi';
  const flow = flowFormat(line);
  if (flow !== null) return flow;
  const cells = cellsOf(line);
  const nem = isNem(cells);
  if (nem !== null) return nem === 'NEM12' ? 'nem12' : 'nem13';
  if (cells[0] === '200' && cells.length >= NEM12_CHANNEL) {
    throw new Error('the file begins with a 200 record: if it is NEM12 without its 100 record, give --format nem12');
  }
  const { header } = readTableHead(text, (cells) => (isHalfHourlyHeader(cells) ? cells.length : 0));
  if (header !== null) return 'half-hourly';
  if (isBillTable(text)) return 'bills';
  const rows = readTableHead(text, (cells) => countIntervalColumns(cells, null));
  if (rows.header !== null || profileOf(text) !== null) return 'intervals';
  if (readTableHead(text, countPortfolioColumns).header !== null) return 'portfolio';
  return isCrosstab(text) ? 'crosstab' : 'csv';
}

/** Whether a file's first line names its format: NEM12, NEM13, or an industry flow. */
export function namesItself(firstText: string): boolean {
  const [line = ''] = firstText
    .replace(/^\uFEFF/, '')
    .trimStart()
    .split(/\r?\n/, 1);
  return line.startsWith('ZHV|') || isNem(cellsOf(line)) !== null;
}

function cellsOf(line: string): readonly string[] {
  return line.split(',').map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
}

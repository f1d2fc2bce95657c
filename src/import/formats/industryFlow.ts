import { quoted } from '../../errors/suggest.js';
import { parseZone, type Zone } from '../../values/zone.js';
import { isProblem } from '../../values/scalars.js';
import { noticeRow, type SourceRow } from '../sourceRow.js';
import { BATCH, type FormatContext } from './context.js';
import { MAX_LINE, splitLines, withoutReturn } from './lines.js';
import { badLine } from './reading.js';

/** The supported flows of the Data Transfer Catalogue (DTC): reference and version, with the format. */
const FLOWS = { D0036001: 'd0036', D0010002: 'd0010' } as const;

/** The code of a supported flow in a header. */
export type FlowCode = keyof typeof FLOWS;

const SUPPORTED = 'the import reads only D0010002 (register readings) and D0036001 (half-hours)';

/** A line of a flow: a group with its items, trimmed. */
export interface FlowGroup {
  readonly line: number;
  /** The number of the group in the catalogue, such as `026`. */
  readonly group: string;
  /** The items in the order of the catalogue, without the group's number. */
  readonly items: readonly string[];
  /** The line as it stands. */
  readonly text: string;
}

/** Converts the groups of a flow to rows. */
export interface FlowReader {
  /** Adds the rows that a group completes. */
  read(group: FlowGroup, rows: SourceRow[]): void;
  /** Adds the rows of the open groups when the footer arrives. */
  end(rows: SourceRow[]): void;
}

/**
 * Returns the format of an industry flow by the first line of its file; null: another kind of file.
 * @throws Error if the flow is not supported, or has no header
 */
export function flowFormat(firstLine: string): (typeof FLOWS)[FlowCode] | null {
  const [record = '', , code = ''] = itemsOf(firstLine);
  if (record === 'ZHV') {
    if (isSupported(code)) return FLOWS[code];
    throw new Error(`the file is the industry flow ${quoted(code)}; ${SUPPORTED}`);
  }
  if (!firstLine.includes('|')) return null;
  if (/^ZH[A-Z]$/.test(record)) throw new Error(`the header of an industry flow must be ZHV, got ${record}`);
  if (record !== '026' && record !== '101') return null;
  throw new Error(`the file begins with group ${record} of an industry flow, without a header (ZHV): it is incomplete`);
}

/**
 * Reads a flow between its header and its footer, in the delimited variant of the Data Transfer Service's user
 *   files.
 *
 * The header is ZHV: file, data flow and version, roles and participants, creation time, applications, broadcast, test
 * data flag. The footer is ZPT: file, number of groups, checksum, number of flows, time. Compares the number of groups
 * if the footer states one. Does not verify the checksum, because its algorithm is not published.
 * @throws Error if the header is not that of the flow, the footer is missing or counts other groups, or a file
 *   follows
 */
export async function* flowRows(
  texts: AsyncIterable<string>,
  flow: FlowCode,
  reader: FlowReader,
  { recognised }: FormatContext,
): AsyncGenerator<readonly SourceRow[]> {
  let [line, groups] = [0, 0];
  let [isOpen, isComplete] = [false, false];
  for await (const lines of splitLines(texts)) {
    let rows: SourceRow[] = [];
    for (const text of lines) {
      line += 1;
      if (text?.trim() === '') continue;
      const [group = '', ...items] = itemsOf(text ?? '');
      if (!isOpen) {
        rows.push(...headerNotices(flow, line, group, items));
        recognised('flow', flow);
        isOpen = true;
      } else if (group === 'ZHV') {
        throw new Error(`the file has a second header (ZHV) in line ${line}: import each flow as a separate file`);
      } else if (isComplete) {
        const problem = 'comes after the footer (ZPT), which must be the last record';
        rows.push(badLine({ line, text: withoutReturn(text ?? '') }, { problem }));
      } else if (group === 'ZPT') {
        reader.end(rows);
        checkCount(items[1] ?? '', groups);
        isComplete = true;
      } else {
        groups += 1;
        if (text === null) rows.push(badLine({ line, text: '' }, { problem: `is longer than ${MAX_LINE} characters` }));
        else reader.read({ line, group, items, text: withoutReturn(text) }, rows);
      }
      if (rows.length < BATCH) continue;
      yield rows;
      rows = [];
    }
    if (rows.length > 0) yield rows;
  }
  if (!isComplete) throw new Error('the file ends without a footer (ZPT): it is incomplete');
}

/** Checks the header and returns a notice when it marks the file as test data. */
function headerNotices(flow: FlowCode, line: number, group: string, items: readonly string[]): readonly SourceRow[] {
  if (group !== 'ZHV') throw new Error('the file does not begin with a header (ZHV)');
  const [, code = ''] = items;
  if (code !== flow) throw new Error(`the file is the industry flow ${quoted(code)}, not ${flow}`);
  const flag = items[10] ?? '';
  if (flag === '' || flag === 'OPER') return [];
  return [noticeRow(line, `the header marks the file as test data (${quoted(flag)}), not operational data (OPER)`)];
}

function checkCount(stated: string, groups: number): void {
  if (stated === '' || Number(stated) === groups) return;
  throw new Error(
    `the footer (ZPT) states ${quoted(stated)} groups, but the file has ${groups}: the file is incomplete or was changed; get it again`,
  );
}

/**
 * Returns the zone of a flow's dates and times: that of the option, else Britain (DTC domains Date and DateTime: local
 * to the area of the market).
 */
export function flowZone({ zone, recognised }: FormatContext): Zone {
  const london = parseZone('Europe/London');
  if (isProblem(london)) throw new Error(london.problem);
  const used = zone ?? london.value;
  recognised('zone', used.name);
  return used;
}

function isSupported(code: string): code is FlowCode {
  return Object.hasOwn(FLOWS, code);
}

function itemsOf(line: string): string[] {
  return line.split('|').map((item) => item.trim());
}

import { quoted } from '../../../src/errors/suggest.js';
import { createFinder, refuseUnitAndStamps, type FormatContext } from '../../../src/import/formats/context.js';
import { MAX_LINE, splitLines, withoutReturn } from '../../../src/import/formats/lines.js';
import type { Meters } from '../../../src/import/formats/meters.js';
import { badLine, inField, rowOf, spanOf, type Reading } from '../../../src/import/formats/reading.js';
import type { SourceRow } from '../../../src/import/sourceRow.js';
import { isProblem, parseNumber, parseTimestamp } from '../../../src/values/scalars.js';

/** Reads a meter log: a line `METERLOG`, then `meter;start;kWh;flag` for each half-hour, in UTC. */
export async function* meterLogRows(
  texts: AsyncIterable<string>,
  context: FormatContext,
): AsyncGenerator<readonly SourceRow[]> {
  refuseUnitAndStamps(context);
  const find = createFinder(context);
  let line = 0;
  for await (const lines of splitLines(texts)) {
    const rows: SourceRow[] = [];
    for (const text of lines) {
      line += 1;
      const content = text === null ? null : withoutReturn(text);
      if (content === null)
        rows.push(badLine({ line, text: '' }, { problem: `is longer than ${MAX_LINE} characters` }));
      else if (line > 1 && content !== '') rows.push(rowOfLine(line, content, find));
    }
    yield rows;
  }
}

function rowOfLine(line: number, text: string, find: Meters['find']): SourceRow {
  const [meter = '', start = '', value = '', flag = '', ...more] = text.split(';');
  if (flag === '' || more.length > 0) return badLine({ line, text }, { problem: 'must have 4 items' });
  const number = parseNumber(value);
  const wrongValue = { field: 'kWh', problem: `must be a number, got ${quoted(value)}`, text: value };
  const wrongFlag = { field: 'flag', problem: `must be A or E, got ${quoted(flag)}`, text: flag };
  return rowOf({
    line,
    meter,
    match: inField(find({ point: meter }, ['electricity']), 'meter'),
    span: readSpan(start),
    unit: 'kWh',
    value: isProblem(number) ? wrongValue : number.value,
    isEstimated: flag === 'A' || flag === 'E' ? flag === 'E' : wrongFlag,
  });
}

const HALF_HOUR = 30 * 60_000;

function readSpan(text: string): Reading['span'] {
  const start = parseTimestamp(text);
  if (isProblem(start) || !text.endsWith('Z')) {
    return { field: 'start', problem: `must be a time such as 2024-01-31T13:30Z, got ${quoted(text)}`, text };
  }
  const startMs = Date.parse(start.value);
  return spanOf(startMs, startMs + HALF_HOUR);
}

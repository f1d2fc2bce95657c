import { contextOfPage, type RequestContext } from '../run/context.js';
import type { Core, PlannedOperation } from '../run/createCore.js';
import type { Position } from '../data/resource.js';
import { type Json, piecesOf } from '../run/json.js';
import { areErrors, onlyValue } from '../run/executor.js';
import { csvColumns, type Format } from '../run/style.js';
import type { Answer } from '../http/answer.js';
import { bytesOf } from '../values/bytes.js';
import { csvLine } from '../values/csv.js';
import type { Endpoint } from './endpoint.js';
import { EXPORT_PAGE, type RestRequest } from './request.js';
import { CONTENT_TYPES } from './parameters.js';

/** An export in progress. */
export interface Exporting {
  readonly core: Core;
  readonly endpoint: Endpoint;
  readonly operation: PlannedOperation;
  readonly rest: RestRequest;
  /** The context of the request. Later pages are read from the server of the first page, or from one with newer data. */
  readonly context: RequestContext;
  /** Takes the points for another page, and waits until the user has enough. */
  readonly spendMore: () => Promise<void>;
  /** Makes another page once the memory budget admits it. */
  readonly makePage: <T>(make: () => Promise<T>) => Promise<T>;
}

/** The lines of the first page, and the position of the next; null after the last page. */
export interface FirstPage {
  readonly lines: Json;
  readonly next: Position | null;
}

/** Returns an answer of lines. Each further page is read after the client has received the one before. */
export function exportAnswer(exporting: Exporting, format: Exclude<Format, 'json'>, first: FirstPage): Answer {
  const { endpoint, rest } = exporting;
  return {
    status: 200,
    headers: [
      ['Content-Type', CONTENT_TYPES[format]],
      ['Content-Disposition', `attachment; filename="${nameOf(endpoint, rest)}.${format}"`],
    ],
    body: textsOf(exporting, format, first),
  };
}

async function* textsOf(
  { core, operation, rest, context, spendMore, makePage }: Exporting,
  format: Exclude<Format, 'json'>,
  first: FirstPage,
): AsyncGenerator<string | Buffer> {
  const columns = areErrors(rest.variables) ? [] : csvColumns(operation.planOf(rest.variables).fields);
  let head = format === 'csv' ? csvLine(columns.map((path) => path.join('.'))) : '';
  for await (const lines of piecesOf(first.lines)) {
    if (head !== '') yield head;
    yield lines;
    head = '';
  }
  for (let after = first.next; after !== null;) {
    const further = contextOfPage(context, { after, skip: 0, total: 0 });
    await spendMore();
    // Only the text of the page stays in memory until the client has received it.
    const page = await makePage(async () => {
      const result = await core.run(operation, rest.variables, further, EXPORT_PAGE, format);
      const chunks: (string | Buffer)[] = [];
      for await (const chunk of piecesOf(onlyValue(result) ?? '')) chunks.push(chunk);
      return { text: bytesOf(chunks), next: result.page?.next ?? null };
    });
    yield page.text;
    after = page.next;
  }
}

/** Returns the file name: `invoices`, or for figures `consumption-2024-01-01-2024-12-31`. */
function nameOf({ path }: Endpoint, { given }: RestRequest): string {
  const days = [given.startDate, given.endDate].flatMap((day) => (typeof day === 'string' ? [day.slice(0, 10)] : []));
  return [path.slice(1), ...days].join('-');
}

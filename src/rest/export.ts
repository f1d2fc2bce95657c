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

/** What is exported, and by whom. */
export interface Exporting {
  readonly core: Core;
  readonly endpoint: Endpoint;
  readonly operation: PlannedOperation;
  readonly rest: RestRequest;
  /** The request's: all pages are read from where the first one came from, or from what is newer. */
  readonly context: RequestContext;
  /** Takes the points of a further page, and waits for them. */
  readonly spendMore: () => Promise<void>;
  /** Makes a further page, when its turn has come. */
  readonly makePage: <T>(make: () => Promise<T>) => Promise<T>;
}

/** The lines of the first page, and where the next begins; null: it is all. */
export interface FirstPage {
  readonly lines: Json;
  readonly next: Position | null;
}

/** An answer as lines, with the pages that follow its first; each is read when the client has taken the one before. */
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
    // Until the client has taken it only its text is kept.
    const page = await makePage(async () => {
      const result = await core.run(operation, rest.variables, further, EXPORT_PAGE, format);
      const pieces: (string | Buffer)[] = [];
      for await (const piece of piecesOf(onlyValue(result) ?? '')) pieces.push(piece);
      return { text: bytesOf(pieces), next: result.page?.next ?? null };
    });
    yield page.text;
    after = page.next;
  }
}

/** `invoices`; figures with their days: `consumption-2024-01-01-2024-12-31`. */
function nameOf({ path }: Endpoint, { given }: RestRequest): string {
  const days = [given.startDate, given.endDate].flatMap((day) => (typeof day === 'string' ? [day.slice(0, 10)] : []));
  return [path.slice(1), ...days].join('-');
}

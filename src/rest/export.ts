import type { RequestContext } from '../core/context.js';
import type { Core } from '../core/createCore.js';
import type { Walked } from '../core/walk.js';
import type { Position } from '../data/resource.js';
import { answer, rowsOf } from './answer.js';
import type { Asked } from './asked.js';
import { columnsOf } from './columns.js';
import type { Endpoint } from './endpoint.js';
import type { Lines } from './stream.js';

/** Rows that are read, held and paid for at a time where all pages are asked for. */
export const EXPORT_PAGE = 1_000;

/** Who exports what. */
export interface Exporting {
  readonly core: Core;
  readonly endpoint: Endpoint;
  readonly asked: Asked;
  /** The request's: all pages are read from where the first one came from, or from what is newer. */
  readonly context: RequestContext;
  /** Takes the points of a further page, and waits for them. */
  readonly spendMore: () => Promise<void>;
}

/** The answer's first page, and where the next begins; null: it is all. */
export interface First {
  /** JSON text. */
  readonly body: string;
  readonly next: Position | null;
}

/** An answer as lines, with the pages that follow its first. */
export function exportOf(exporting: Exporting, format: Lines['format'], first: First): Lines {
  const { core, endpoint, asked } = exporting;
  return {
    format,
    columns: columnsOf(core.schema, endpoint.document, asked.variables),
    name: nameOf(endpoint, asked),
    pages: pagesFrom(exporting, first),
  };
}

async function* pagesFrom(exporting: Exporting, first: First): AsyncGenerator<readonly unknown[]> {
  const { core, endpoint, asked, context, spendMore } = exporting;
  yield rowsOf(first.body);
  for (let after = first.next; after !== null;) {
    await spendMore();
    let walked: Walked | undefined;
    const walk = { after, skip: 0, total: 0, onPage: (page: Walked) => (walked = page) };
    const body = await answer(core, endpoint, asked.variables, { ...context, loaders: new Map(), walk });
    yield rowsOf(body);
    after = nextOf(walked);
  }
}

/** Assigned by what was told meanwhile, which the compiler does not see. */
function nextOf(walked: Walked | undefined): Position | null {
  return walked?.next ?? null;
}

/** `invoices`; figures with their days: `consumption-2024-01-01-2024-12-31`. */
function nameOf({ path }: Endpoint, { variables }: Asked): string {
  const days = [variables.startDate, variables.endDate].flatMap((day) =>
    typeof day === 'string' ? [day.slice(0, 10)] : [],
  );
  return [path.slice(1), ...days].join('-');
}

import express, { type Request, type RequestHandler, type Response } from 'express';
import pg from 'pg';
import { PARSERS } from '../src/db/pgValues.js';
import { benchUrl } from './database.js';
import { grantsReader } from './handwrittenKey.js';
import { promisesOf } from './handwrittenPromises.js';
import { monthly } from './handwrittenConsumption.js';
import { halfHourly } from './handwrittenHalfHours.js';
import {
  ACCOUNT_COLUMNS,
  ALL_INTERVALS,
  INTERVAL_COLUMNS,
  pageStatement,
  recordStatement,
  ALL_ACCOUNT_COLUMNS,
} from './handwrittenSql.js';

/**
 * The baseline: the same answers from hand-written Express and pg. Each route has one prepared statement, the same key
 * check and the same access rule. It has no parameters except those of the cases, no limits and no log. Run it as
 * `handwritten.js <database> [promises]`; it prints its port. With `promises` it also has the middleware of
 * `handwrittenPromises.ts`.
 */
const [, , database = '', promises = ''] = process.argv;
const types = new pg.TypeOverrides();
for (const [oid, parse] of Object.entries(PARSERS)) types.setTypeParser(Number(oid), parse);
const pool = new pg.Pool({
  connectionString: benchUrl(database),
  max: 10,
  // Measurement justifies this setting: it answers pages a sixth more often, and no case less often beyond the spread.
  options: '-c timezone=UTC -c plan_cache_mode=force_generic_plan',
  types: { getTypeParser: (oid: number) => types.getTypeParser(oid) },
});

const grantsOf = grantsReader(pool);
const asId = (hex: string): string => `\\x${hex}`;
const NUMBER = /^[1-9]\d*$/;
const ID = /^[0-9a-f]{24}$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

type Row = Record<string, unknown>;
type Query = Readonly<Record<string, string | undefined>>;

/**
 * Returns a route that answers with the result of one prepared statement, as an object or as JSON. A number is an error
 * status.
 */
function route(
  run: (grants: readonly string[][], request: Request) => Promise<object | string | 400 | 404>,
): RequestHandler {
  return async (request, response) => {
    const grants = await grantsOf(request.get('x-api-key') ?? '');
    const ids = grants && [grants.companies.map(asId), grants.entities.map(asId)];
    const value = ids ? await run(ids, request) : 401;
    if (typeof value === 'number') response.status(value).end();
    else send(response, value);
  };
}

/** Returns a route for a page with its total, in one statement. The total is on each row. */
function list(statement: (query: Query) => { readonly name: string; readonly text: string }): RequestHandler {
  return route(async (grants, request) => {
    const query = request.query as Query;
    const { limit = '100', page = '1', accountId } = query;
    if (!NUMBER.test(limit) || !NUMBER.test(page) || (accountId !== undefined && !ID.test(accountId))) return 400;
    const skip = (Number(page) - 1) * Number(limit);
    const values = [...grants, Number(limit), skip, ...(accountId === undefined ? [] : [asId(accountId)])];
    const { rows } = await pool.query<Row>({ ...statement(query), values });
    const total = rows[0]?.total ?? 0;
    const data = rows[0]?._id === null ? [] : rows;
    // JSON omits undefined values. Deleting the property would cost more.
    for (const row of data) row.total = undefined;
    return { total, limit: Number(limit), skip, data };
  });
}

/** Answers the requests of the cases: whole months of a target, and minimal half-hours of an account. */
const consumption = route(async (grants, request) => {
  const {
    startDate: from = '',
    endDate: to = '',
    accountType: type = null,
    granularity,
    ...others
  } = request.query as Query;
  const target = (['accountId', 'assetId', 'entityId'] as const).find((name) => others[name] !== undefined);
  const id = target && others[target];
  if (target === undefined || id === undefined || !ID.test(id) || !DAY.test(from) || !DAY.test(to)) return 400;
  const query = { target, id, type, from, to };
  return granularity === 'halfhourly' ? halfHourly(pool, grants, query) : monthly(pool, grants, query);
});

function record(name: string, text: string): RequestHandler {
  return route(async (grants, { params }) => {
    const id = String(params.id);
    if (!ID.test(id)) return 404;
    const { rows } = await pool.query<Row>({ name, text, values: [...grants, asId(id)] });
    return rows[0] ?? 404;
  });
}

function send(response: Response, value: object | string): void {
  const body = typeof value === 'string' ? value : JSON.stringify(value);
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(body);
}

const app = express();
app.disable('x-powered-by').disable('etag');
if (promises === 'promises') app.use(...promisesOf(pool, grantsOf));
const OF_ACCOUNT = 'account_key = (select k.account_key from accounts k where k._id = $5)';
const BY_TIME = 'account_key, start_timestamp, _id';
const ACCOUNTS = { name: 'accounts', text: pageStatement(ACCOUNT_COLUMNS, 'accounts', '_id', '') };
const INTERVALS = { name: 'intervals', text: ALL_INTERVALS };
const INTERVALS_OF_ACCOUNT = {
  name: 'intervals of an account',
  text: pageStatement(INTERVAL_COLUMNS, 'interval_records', BY_TIME, OF_ACCOUNT),
};
app.get(
  '/2.0/accounts',
  list(() => ACCOUNTS),
);
app.get('/2.0/accounts/:id', record('account', recordStatement(ALL_ACCOUNT_COLUMNS, 'accounts')));
app.get(
  '/2.0/non-cumulative',
  list(({ accountId }) => (accountId === undefined ? INTERVALS : INTERVALS_OF_ACCOUNT)),
);
app.get('/2.0/consumption', consumption);
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') process.stdout.write(`${address.port}\n`);
});

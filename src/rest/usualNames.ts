/** Parameters of this API that other APIs name differently: the first that the endpoint takes is meant. */
interface UsualName {
  readonly names: readonly string[];
  readonly meant: readonly string[];
  /** The difference, as a sentence. */
  readonly note?: string;
}

/** The timestamps by which lists are usually read. */
const TIMESTAMPS = ['startTimestamp', 'submittedAt', 'values.invoiceDate', 'startDate', 'deletedAt', 'updatedAt'];
const atLeast = TIMESTAMPS.map((name) => `${name}.gte`);
const before = TIMESTAMPS.map((name) => `${name}.lt`);

const USUAL_NAMES: readonly UsualName[] = [
  {
    names: ['interval', 'resolution', 'frequency', 'period', 'groupby', 'aggregation', 'step'],
    meant: ['granularity'],
  },
  { names: ['from', 'start', 'startdate', 'datefrom', 'begin', 'after', 'fromdate'], meant: ['startDate', ...atLeast] },
  { names: ['to', 'end', 'until', 'enddate', 'dateto', 'before', 'todate'], meant: ['endDate', ...before] },
  {
    names: ['since', 'updatedsince', 'modifiedsince', 'updatedafter'],
    meant: ['updatedAt.gte', 'startDate', ...atLeast],
  },
  { names: ['tz', 'timezone', 'zone'], meant: ['timeZone'] },
  { names: ['fuel', 'utility', 'utilitytype', 'commodity'], meant: ['accountType', 'type'] },
  { names: ['meter', 'meterid', 'account'], meant: ['accountId', '_id'] },
  { names: ['site', 'siteid', 'building', 'buildingid', 'asset'], meant: ['assetId', '_id'] },
  { names: ['group', 'groupid'], meant: ['assetGroupId'] },
  { names: ['entity'], meant: ['entityId'] },
  { names: ['id'], meant: ['_id', 'accountId'] },
  { names: ['name'], meant: ['siteName'] },
  {
    names: ['offset', 'skip', 'startindex'],
    meant: ['page'],
    note: 'page counts pages of limit records, from 1; after takes a cursor',
  },
  { names: ['cursor', 'pagetoken', 'continuationtoken', 'next'], meant: ['after'] },
  { names: ['pagenumber', 'pageno', 'pageindex'], meant: ['page'], note: 'pages are counted from 1' },
  {
    names: ['size', 'perpage', 'pagesize', 'count', 'top', 'take', 'max', 'maxresults', 'limitperpage'],
    meant: ['limit'],
  },
  {
    names: ['order', 'orderby', 'sortby', 'sortorder', 'direction', 'sorting'],
    meant: ['sort'],
    note: 'its value is <field>:asc or <field>:desc',
  },
  { names: ['output', 'accept', 'type', 'contenttype', 'outputformat', 'fmt'], meant: ['format'] },
];

const FIELDS = 'an endpoint always returns its fields; GraphQL at /graphql returns those that you select';
const SEARCH = 'filter by a field, such as name or siteName; GraphQL at /graphql has a search of sites';
const KEY = 'send the key in the header x-api-key';

/** Parameters without a counterpart in REST, and what to do instead. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ...['fields', 'select', 'include', 'expand', 'embed', 'populate'].map((name) => [name, FIELDS] as const),
  ...['q', 'query', 'search', 'filter'].map((name) => [name, SEARCH] as const),
  ...['key', 'apikey', 'xapikey', 'token', 'accesstoken'].map((name) => [name, KEY] as const),
]);

/** What a parameter of other APIs is called here, and how it differs: a clause, or ''. */
export interface Pointer {
  /** Undefined: this endpoint has nothing of the kind. */
  readonly meant: string | undefined;
  readonly note: string;
}

/**
 * Finds the counterpart of a parameter that other APIs have, such as `interval` or `per_page`.
 * @param name as received; case, `_` and `-` do not count
 * @param allowed the parameters of the endpoint
 * @returns undefined if the name is not known from other APIs, or the endpoint has no counterpart
 */
export function pointerOf(name: string, allowed: readonly string[]): Pointer | undefined {
  const plain = name.toLowerCase().replace(/[_-]/g, '');
  for (const { names, meant, note = '' } of USUAL_NAMES) {
    const found = names.includes(plain) ? meant.find((one) => allowed.includes(one)) : undefined;
    if (found !== undefined) return { meant: found, note };
  }
  const note = ELSEWHERE.get(plain);
  return note === undefined ? undefined : { meant: undefined, note };
}

/** Names of other APIs for one parameter, and its names here. The suggestion is the first of them that the endpoint has. */
interface UsualName {
  readonly names: readonly string[];
  readonly counterparts: readonly string[];
  /** The difference, as a sentence. */
  readonly note?: string;
}

/** The timestamps by which lists are usually read. */
const TIMESTAMPS = ['startTimestamp', 'submittedAt', 'values.invoiceDate', 'startDate', 'deletedAt', 'updatedAt'];
const atLeast = TIMESTAMPS.map((name) => `${name}.gte`);
const before = TIMESTAMPS.map((name) => `${name}.lt`);

const USUAL_NAMES: readonly UsualName[] = [
  {
    names: ['interval', 'resolution', 'frequency', 'period', 'aggregation', 'step'],
    counterparts: ['granularity'],
  },
  { names: ['groupby', 'dimension', 'level'], counterparts: ['by', 'granularity'] },
  {
    names: ['from', 'start', 'startdate', 'datefrom', 'begin', 'after', 'fromdate'],
    counterparts: ['startDate', ...atLeast],
  },
  { names: ['to', 'end', 'until', 'enddate', 'dateto', 'before', 'todate'], counterparts: ['endDate', ...before] },
  {
    names: ['since', 'updatedsince', 'modifiedsince', 'updatedafter'],
    counterparts: ['updatedAt.gte', 'startDate', ...atLeast],
  },
  { names: ['tz', 'timezone', 'zone'], counterparts: ['timeZone'] },
  { names: ['fuel', 'utility', 'utilitytype', 'commodity'], counterparts: ['accountType', 'type'] },
  { names: ['meter', 'meterid', 'account'], counterparts: ['accountId', '_id'] },
  { names: ['site', 'siteid', 'building', 'buildingid', 'asset'], counterparts: ['assetId', '_id'] },
  { names: ['group', 'groupid'], counterparts: ['assetGroupId'] },
  { names: ['entity'], counterparts: ['entityId'] },
  { names: ['id'], counterparts: ['_id', 'accountId'] },
  { names: ['name'], counterparts: ['siteName'] },
  {
    names: ['offset', 'skip', 'startindex'],
    counterparts: ['page'],
    note: 'page is a page number from 1, for pages of limit records; after is a cursor',
  },
  { names: ['cursor', 'pagetoken', 'continuationtoken', 'next'], counterparts: ['after'] },
  { names: ['pagenumber', 'pageno', 'pageindex'], counterparts: ['page'], note: 'pages are counted from 1' },
  {
    names: ['size', 'perpage', 'pagesize', 'count', 'top', 'take', 'max', 'maxresults', 'limitperpage'],
    counterparts: ['limit'],
  },
  {
    names: ['order', 'orderby', 'sortby', 'sortorder', 'direction', 'sorting'],
    counterparts: ['sort'],
    note: 'its value is <field>:asc or <field>:desc',
  },
  { names: ['output', 'accept', 'type', 'contenttype', 'outputformat', 'fmt'], counterparts: ['format'] },
];

/** Parameters without a counterpart at an endpoint, and what to do instead. */
interface Missing {
  readonly names: readonly string[];
  /** The note applies to endpoints with this parameter; absent: to all. */
  readonly onlyWith?: string;
  readonly note: string;
}

const MISSING: readonly Missing[] = [
  {
    names: ['fields', 'select', 'include', 'expand', 'embed', 'populate'],
    note: 'an endpoint always returns its fields; GraphQL at /graphql returns only the fields that you select',
  },
  {
    names: ['q', 'query', 'search', 'filter'],
    note: 'filter by a field, such as name or siteName; GraphQL at /graphql has a search of sites',
  },
  { names: ['key', 'apikey', 'xapikey', 'token', 'accesstoken'], note: 'send the key in the header x-api-key' },
  {
    names: ['coverage'],
    onlyWith: 'coverage.lt',
    note: 'each row has its coverage; coverage.lt=0.95 selects rows by it',
  },
  { names: ['assetbreakdown'], onlyWith: 'by', note: 'by=asset has a row for each asset' },
  {
    names: [
      ...['offset', 'skip', 'page', 'limit', 'size', 'perpage', 'pagesize'],
      ...['count', 'top', 'take', 'cursor'],
    ],
    onlyWith: 'endDate',
    note: 'the response has all periods from startDate to endDate, without pages',
  },
];

/** Ranges of fields, such as `siteCode.gt`. */
const RANGE = /^(.+)\.(?:gte?|lte?)$/;

/** The counterpart here of another API's parameter, and the difference as a clause, or ''. */
export interface Counterpart {
  /** Undefined: this endpoint has nothing of the kind. */
  readonly name: string | undefined;
  readonly note: string;
}

/**
 * Finds the counterpart of a parameter that other APIs have, such as `interval` or `per_page`.
 * @param name as received; case, `_` and `-` do not count
 * @param allowed the parameters of the endpoint
 * @returns undefined for a name that other APIs do not use, or without a counterpart at the endpoint
 */
export function counterpartOf(name: string, allowed: readonly string[]): Counterpart | undefined {
  const plain = name.toLowerCase().replace(/[_-]/g, '');
  for (const { names, counterparts, note = '' } of USUAL_NAMES) {
    const counterpart = names.includes(plain) ? counterparts.find((one) => allowed.includes(one)) : undefined;
    if (counterpart !== undefined) return { name: counterpart, note };
  }
  const other = MISSING.find(
    ({ names, onlyWith }) => names.includes(plain) && (onlyWith === undefined || allowed.includes(onlyWith)),
  );
  if (other) return { name: undefined, note: other.note };
  const field = RANGE.exec(name)?.[1] ?? '';
  return allowed.includes(field) ? { name: field, note: `${field} cannot be filtered by a range` } : undefined;
}

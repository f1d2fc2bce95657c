/** What a row of figures is told apart by, in whose order groups are made; '' where an account has none of it. */
export const GROUP = [
  ...['company_id', 'entity_id', 'type', 'meter_user', 'inactive'],
  ...['asset_company_id', 'asset_entity_id', 'country'],
] as const;

/** What of an account, and of its asset, it depends on. */
export const OF_ACCOUNT = [
  'company_id',
  'entity_id',
  'type',
  'meter_user',
  'status',
  'is_virtual',
  'asset_id',
] as const;
export const OF_ASSET = ['company_id', 'entity_id', 'address_country_code'] as const;

/** The amounts that every month has, and those of the sources that combined is made of, which it may have none of. */
const AMOUNTS = ['quantity', 'estimated', 'day_quantity'] as const;
const PARTS = ['hh', 'reading', 'invoice', 'custom'] as const;

/** What a row of `portfolio_months` has besides its key. */
export const SUMS = [
  ...['accounts', 'covered_ms', 'whole', ...AMOUNTS],
  ...PARTS.flatMap((part) => [part, `${part}_accounts`]),
];
const KEY = ['group_key', 'source', 'month'];

/** Milliseconds of a month, counted from January 1970. */
const LENGTH = `(extract(epoch from (timestamp '1970-01-01' + make_interval(months => month + 1))
  - (timestamp '1970-01-01' + make_interval(months => month))) * 1000)`;

/**
 * Months of accounts as they are kept for companies and entities: exactly, as amounts are whole numbers.
 * @param each a query for rows of `usage_months`, each with its `group_key`, and how often it counts, `n`: −1 takes it away
 */
export function sumMonths(each: string): string {
  const amounts = [...AMOUNTS, ...PARTS].map((name) => `coalesce(sum(n * ${name}), 0) as ${name}`);
  const having = PARTS.map((part) => `coalesce(sum(n) filter (where ${part} is not null), 0) as ${part}_accounts`);
  const unitless = ['accounts', 'covered_ms', 'whole', ...PARTS.map((part) => `${part}_accounts`)];
  const total = (name: string): string =>
    unitless.includes(name) ? `sum(${name})::bigint as ${name}` : `trim_scale(sum(${name} * unit)) as ${name}`;
  return `
    select ${KEY.join(', ')}, ${SUMS.map(total).join(', ')}
    from (
      select ${KEY.join(', ')}, ('1e' || -decimals)::numeric as unit, sum(n) as accounts, sum(n * covered_ms) as covered_ms,
        coalesce(sum(n) filter (where covered_ms = ${LENGTH}), 0) as whole, ${[...amounts, ...having].join(', ')}
      from (${each}) each group by ${KEY.join(', ')}, decimals
    ) s group by ${KEY.join(', ')}`;
}

/** Adds what a query selects, in the order of the key, so that transactions that share some wait and do not lock up. */
export function addPortfolioMonths(selected: string): string {
  const columns = [...KEY, ...SUMS].join(', ');
  return `
    insert into portfolio_months as p (${columns}) select ${columns} from (${selected}) s order by 1, 2, 3
    on conflict (${KEY.join(', ')}) do update set ${SUMS.map((name) => `${name} = p.${name} + excluded.${name}`).join(', ')}`;
}

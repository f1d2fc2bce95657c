/** The columns that define a group of accounts, in the order of groups; '' for an account without a value. */
export const GROUP = [
  ...['company_id', 'entity_id', 'type', 'meter_user', 'inactive'],
  ...['asset_company_id', 'asset_entity_id', 'country'],
] as const;

/** The columns of an account and its asset that determine the group. */
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

/** Amounts that every month has, and amounts of the sources of combined figures, which may be null. */
const AMOUNTS = ['quantity', 'estimated', 'day_quantity'] as const;
const PARTS = ['hh', 'reading', 'invoice', 'custom'] as const;

/** The columns of `portfolio_months` other than its key. */
export const SUMS = [
  ...['accounts', 'covered_ms', 'whole', ...AMOUNTS],
  ...PARTS.flatMap((part) => [part, `${part}_accounts`]),
];
const KEY = ['group_key', 'source', 'month'];

/** Milliseconds of a month, counted from January 1970. */
const LENGTH = `(extract(epoch from (timestamp '1970-01-01' + make_interval(months => month + 1))
  - (timestamp '1970-01-01' + make_interval(months => month))) * 1000)`;

/**
 * Sums months of accounts for companies and entities. Sums are exact, because amounts are whole numbers.
 * @param each a query of rows of `usage_months` with their `group_key` and a factor `n`: −1 subtracts the row
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

/** Adds the rows of a query in the order of their key, so that two transactions cannot deadlock. */
export function addPortfolioMonths(selected: string): string {
  const columns = [...KEY, ...SUMS].join(', ');
  return `
    insert into portfolio_months as p (${columns}) select ${columns} from (${selected}) s order by 1, 2, 3
    on conflict (${KEY.join(', ')}) do update set ${SUMS.map((name) => `${name} = p.${name} + excluded.${name}`).join(', ')}`;
}

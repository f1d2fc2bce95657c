/** The columns that define a group of accounts, in the order of groups; '' for an account without a value. */
export const GROUP = [
  ...['company_id', 'entity_id', 'type', 'meter_user', 'inactive'],
  ...['asset_company_id', 'asset_entity_id', 'country'],
] as const;

/** The columns of an asset that determine the group of its accounts. */
export const OF_ASSET = ['company_id', 'entity_id', 'address_country_code'] as const;

/** The columns of `portfolio_months` other than its key. */
export const SUMS = [
  ...['accounts', 'covered_ms', 'whole', 'quantity', 'estimated', 'day_quantity'],
  ...['hh', 'reading', 'invoice', 'custom'].flatMap((part) => [part, `${part}_accounts`]),
];

const GROUPS = GROUP.join(', ');

/** Statements that fill the empty tables of the months of companies and entities. */
export const ADD_UP = [
  `insert into portfolio_groups (${GROUPS}, accounts)
   select ${GROUPS}, count(*) from portfolio_members_afresh group by ${GROUPS} order by ${GROUPS}`,
  `insert into portfolio_members
   select account_key, group_key from portfolio_members_afresh join portfolio_groups using (${GROUPS})`,
  'insert into portfolio_months select * from portfolio_months_afresh',
];

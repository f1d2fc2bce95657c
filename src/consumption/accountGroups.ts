/** Accounts by their keys, each with the group that it is added up in. */
export interface Groups {
  readonly keys: readonly number[];
  readonly groups: readonly number[];
  /** Groups of temperatures, one account each: their quantities are means. */
  readonly means: ReadonlySet<number>;
}

/**
 * The rows of an account `g` in a table of painted usage: `offset 0` keeps it a look-up by the key for each account, as
 * the planner, which does not know how many there are, would rather read the whole table.
 */
export function perAccount(table: string, condition: string): string {
  return `select * from ${table} where account_key = g.account_key and ${condition} offset 0`;
}

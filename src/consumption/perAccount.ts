/**
 * The rows of an account `g` in a table of painted usage: `offset 0` keeps it a look-up by the key for each account, as
 * the planner, which does not know how many there are, would rather read the whole table.
 */
export function perAccount(table: string, condition: string): string {
  return `select * from ${table} where account_key = g.account_key and ${condition} offset 0`;
}

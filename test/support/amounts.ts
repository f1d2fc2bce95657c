/**
 * Returns SQL for an amount of a `usage_months` row, in the unit of the stored usage. The column holds a whole number
 * of units of the row's last decimal.
 */
export function amount(name: 'quantity' | 'hh' = 'quantity'): string {
  return `${name} * ('1e' || -decimals)::numeric`;
}

/** The sum of the amounts of the rows; null without rows. */
export const USAGE_SUM = `sum(${amount()})::float8`;

/** An amount of a row of `usage_months` as SQL, in the unit of the stored usage: stored are whole numbers of its last decimal. */
export function amount(name: 'quantity' | 'hh' = 'quantity'): string {
  return `${name} * ('1e' || -decimals)::numeric`;
}

/** What rows add up to; null of none. */
export const USAGE_SUM = `sum(${amount()})::float8`;

/** A query with its variables, as text of the editors. */
export interface Query {
  readonly query: string;
  /** JSON; empty: none. */
  readonly variables: string;
}

/**
 * Returns a link that opens a query in the playground. The query is in the fragment: browsers do not send it, so no log
 * contains it. The link contains no key.
 * @param page the address of the playground
 */
export function linkOf({ query, variables }: Query, page: string): string {
  const parts = new URLSearchParams({ query, ...(variables.trim() === '' ? {} : { variables }) });
  // Chat programs end a link at a plus sign or a bracket more often than at an escape.
  return `${page}#${parts.toString().replaceAll('+', '%20')}`;
}

/** Returns the query of a link; null: its fragment has none. */
export function queryIn(fragment: string): Query | null {
  const parts = new URLSearchParams(fragment.replace(/^#/, ''));
  const query = parts.get('query');
  return query === null || query === '' ? null : { query, variables: parts.get('variables') ?? '' };
}

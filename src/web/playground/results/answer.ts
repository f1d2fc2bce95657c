import { flatten, type Flat } from './flatten.js';

/** The content of the panel: a table, or a sentence that explains why there is none. */
export type Shown = { readonly flat: Flat; readonly hasErrors: boolean } | { readonly why: string };

/** Parses the text of the response editor. */
export function shownOf(response: string | null | undefined): Shown {
  if (response === null || response === undefined || response === '') {
    return { why: 'No result yet. Run the query (Ctrl-Enter), and its result is here as a table.' };
  }
  let answer: unknown;
  try {
    answer = JSON.parse(response);
  } catch {
    return { why: 'The result is not JSON, so there is no table.' };
  }
  const { data, errors } = (typeof answer === 'object' && answer !== null ? answer : {}) as {
    readonly data?: unknown;
    readonly errors?: unknown;
  };
  if (typeof data !== 'object' || data === null) {
    return { why: 'The result has no data; the errors are next to the query.' };
  }
  const flat = flatten(data);
  if (flat.rows.length === 0) return { why: 'The result has no rows.' };
  return { flat, hasErrors: errors !== undefined };
}

import { flatten, type FlatResult } from './flatten.js';

/** The content of the panel: a table, or a sentence that explains why there is none. */
export type ResultView = { readonly flat: FlatResult; readonly hasErrors: boolean } | { readonly message: string };

/** Parses the text of the response editor. */
export function resultViewOf(response: string | null | undefined): ResultView {
  if (response === null || response === undefined || response === '') {
    return { message: 'No result yet. Run the query (Ctrl-Enter) to see its result as a table.' };
  }
  let answer: unknown;
  try {
    answer = JSON.parse(response);
  } catch {
    return { message: 'The result is not JSON and cannot be shown as a table.' };
  }
  const { data, errors } = (typeof answer === 'object' && answer !== null ? answer : {}) as {
    readonly data?: unknown;
    readonly errors?: unknown;
  };
  if (typeof data !== 'object' || data === null) {
    return { message: 'The result has no data. The errors are next to the query.' };
  }
  const flat = flatten(data);
  if (flat.rows.length === 0) return { message: 'The result has no rows.' };
  return { flat, hasErrors: errors !== undefined };
}

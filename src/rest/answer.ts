import type { RequestContext } from '../core/context.js';
import type { Core } from '../core/createCore.js';
import { AppError } from '../errors/appError.js';
import type { Endpoint } from './endpoint.js';
import type { Variables } from './variables.js';

/**
 * Runs the prepared operation; the value of its root field is the body, as JSON text.
 * @throws AppError not-found, in the same sentence whether the record does not exist or is not the viewer's; and what
 *   resolvers throw
 */
export async function answer(
  { run }: Core,
  { document, field, resource }: Endpoint,
  variables: Variables,
  contextValue: RequestContext,
): Promise<string> {
  const { data, isEmpty, errors } = await run({ document, variableValues: variables, contextValue });
  const [error] = errors;
  if (error) throw error.originalError ?? error;
  // The root field is all there is.
  if (data !== undefined && !isEmpty) return data.slice(`{"${field}":`.length, -1);
  const what = resource?.type.toLowerCase() ?? 'record';
  throw new AppError('not-found', `There is no ${what} with this identifier that you may see.`);
}

/** The rows of an answer that has them. */
export function rowsOf(body: string): readonly unknown[] {
  const value: unknown = JSON.parse(body);
  const data: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'data') : undefined;
  return Array.isArray(data) ? data : [];
}

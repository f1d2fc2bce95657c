import { AppError, invalidParameters } from '../errors/appError.js';
import type { Measure } from '../plan/plan.js';

/** The bounds of a GraphQL request. The parser enforces that of tokens. */
export const BOUNDS = { depth: 10, aliases: 30, rootFields: 20, tokens: 2_000, variableDepth: 20 } as const;

/**
 * Rejects a query that is too large, before any SQL.
 * @throws AppError query-too-complex with the received and the allowed value
 */
export function requireBounds(
  { depth, aliases, rootFields, cost, periods }: Measure,
  { maxCost, maxPeriods }: { readonly maxCost: number; readonly maxPeriods: number },
): void {
  if (periods > maxPeriods) {
    const message = `The query requests ${periods} periods (multiplied by the number of objects); at most ${maxPeriods} are allowed: use a coarser granularity, a shorter range or fewer objects.`;
    throw invalidParameters([{ parameter: 'granularity', message }]);
  }
  const checks: readonly [string, number, number][] = [
    ['depth', depth, BOUNDS.depth],
    ['number of aliases', aliases, BOUNDS.aliases],
    ['number of root fields', rootFields, BOUNDS.rootFields],
    ['cost (requested rows, page sizes multiplied)', cost, maxCost],
  ];
  for (const [what, value, most] of checks) {
    if (value > most)
      throw new AppError('query-too-complex', `The query's ${what} is ${value}; at most ${most} is allowed.`);
  }
}

const [QUOTE, BACKSLASH, OPEN_ARRAY, OPEN_OBJECT, CLOSE_ARRAY, CLOSE_OBJECT] = [...Buffer.from('"\\[{]}')];

/**
 * Counts brackets to reject JSON that nests deeper than any filter. Parsing 200 KB of brackets takes longer than an
 * answer.
 * @throws AppError invalid-request
 */
export function requireShallowText(json: Buffer): void {
  let [depth, isText] = [0, false];
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (isText) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) isText = false;
    } else if (byte === QUOTE) isText = true;
    else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      depth += 1;
      if (depth > BOUNDS.variableDepth + 1) throw tooDeep();
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth -= 1;
  }
}

function tooDeep(): AppError {
  return new AppError('invalid-request', `The body nests deeper than ${BOUNDS.variableDepth} levels.`);
}

/**
 * Rejects JSON that nests deeper than any filter, before a recursive function reads it.
 * @throws AppError invalid-request
 */
export function requireShallow(json: unknown): void {
  let level: readonly unknown[] = [json];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > BOUNDS.variableDepth) throw tooDeep();
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? (Object.values(value) as unknown[]) : [],
    );
  }
}

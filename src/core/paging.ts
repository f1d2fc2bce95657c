import type { ParameterProblem } from '../errors/appError.js';

/** Beyond it, PostgreSQL's bigint and double precision no longer agree on an offset. */
const MAX_SKIP = Number.MAX_SAFE_INTEGER;

/**
 * Checks the size and number of a page (contract 4, common behaviour; bounds in the README's decisions).
 * @returns what is wrong, or null
 */
export function pagingProblem(limit: number, page: number, maxLimit: number): ParameterProblem | null {
  if (limit < 1 || limit > maxLimit) {
    return { parameter: 'limit', message: `limit must be a whole number from 1 to ${maxLimit}, got ${limit}.` };
  }
  if (page < 1 || (page - 1) * limit > MAX_SKIP) {
    return { parameter: 'page', message: `page must be a whole number from 1, got ${page}.` };
  }
  return null;
}

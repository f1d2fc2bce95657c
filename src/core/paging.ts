import type { ParameterProblem } from '../errors/appError.js';

/** `page` and `skip` are GraphQL's Int, which ends there. */
export const MAX_INT = 2_147_483_647;

/** The page that is answered unless another is asked for (contract 8, rule 2). */
export const FIRST_PAGE = { limit: 100, page: 1 };

/**
 * Checks the size and number of a page (contract 4, common behaviour; bounds in the README's decisions).
 * @returns what is wrong, or null
 */
export function pagingProblem(limit: number, page: number, maxLimit: number): ParameterProblem | null {
  if (limit < 1 || limit > maxLimit) {
    return { parameter: 'limit', message: `limit must be a whole number from 1 to ${maxLimit}, got ${limit}.` };
  }
  const last = Math.min(Math.floor(MAX_INT / limit) + 1, MAX_INT);
  if (page < 1 || page > last) {
    return { parameter: 'page', message: `page must be a whole number from 1 to ${last}, got ${page}.` };
  }
  return null;
}

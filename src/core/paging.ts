import type { ParameterProblem } from '../errors/appError.js';

/** GraphQL's Int ends there. */
const MAX_PAGE = 2_147_483_647;

/**
 * Checks the size and number of a page (contract 4, common behaviour; bounds in the README's decisions).
 * @returns what is wrong, or null
 */
export function pagingProblem(limit: number, page: number, maxLimit: number): ParameterProblem | null {
  if (limit < 1 || limit > maxLimit) {
    return { parameter: 'limit', message: `limit must be a whole number from 1 to ${maxLimit}, got ${limit}.` };
  }
  if (page < 1 || page > MAX_PAGE) {
    return { parameter: 'page', message: `page must be a whole number from 1 to ${MAX_PAGE}, got ${page}.` };
  }
  return null;
}

import { NEIGHBOURS } from './glitches.js';

/**
 * Returns SQL for the nearest moments of each register on one side of a bound. They decide about the spans at the
 * bound.
 * @param where a condition on the readings `r` of an account on one side of the bound; its bindings are needed twice
 * @returns a query with the columns `register` and `moment`
 */
export function nearestMoments(where: string, order: 'asc' | 'desc'): string {
  return `select register, moment from (select distinct r.register_id as register from readings r where ${where}) g
    cross join lateral (
      select distinct r.submitted_at as moment from readings r
      where ${where} and r.register_id is not distinct from register order by 1 ${order} limit ${NEIGHBOURS}
    ) m`;
}

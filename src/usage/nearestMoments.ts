import { NEIGHBOURS } from './glitches.js';

/**
 * Returns SQL for the moments of readings that decide about spans next to them: those nearest to a bound, of each register.
 * @param where a condition on the readings `r` of one account on one side of the bound; its bindings are needed twice
 * @returns a query of `register` and `moment`
 */
export function nearestMoments(where: string, order: 'asc' | 'desc'): string {
  return `select register, moment from (select distinct r.register_id as register from readings r where ${where}) g
    cross join lateral (
      select distinct r.submitted_at as moment from readings r
      where ${where} and r.register_id is not distinct from register order by 1 ${order} limit ${NEIGHBOURS}
    ) m`;
}

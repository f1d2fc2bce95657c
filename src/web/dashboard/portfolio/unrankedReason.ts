import { doubtOfUse } from '../../../values/usePerArea.js';
import type { BuildingsQuery } from '../generated/operations.js';

/** A site with its figures of the period. */
export type Building = NonNullable<BuildingsQuery['assets']>['data'][number];

/**
 * Returns why the use per area of a building is not ranked; null if it is.
 * @param days length of the period in days
 */
export const unrankedReason = ({ consumption }: Building, days: number): ReturnType<typeof doubtOfUse> =>
  doubtOfUse({
    perArea: consumption?.intensity?.consumption ?? null,
    unit: consumption?.units ?? null,
    coverage: consumption?.coverage ?? null,
    days,
  });

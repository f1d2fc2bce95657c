import type { NewMeters } from '../import/newMeters/createNewMeters.js';
import { count } from './output.js';

/** The most new meters that are printed for a file; the JSON summary lists all. */
const MAX_LINES = 10;

/** Returns the lines that say which meters an import created, or would create. */
export function newMeterLines({ site, meters }: NewMeters, isTrial: boolean): readonly string[] {
  const verb = isTrial ? 'Would create' : 'Created';
  const shown = meters.slice(0, MAX_LINES).map(({ meter, type, unit, accountId }) => {
    return `${verb} the meter ${meter}: ${type} in ${unit}, account ${accountId}, at ${site.name}.`;
  });
  const more =
    meters.length > MAX_LINES ? [`(the first ${MAX_LINES} of ${count(meters.length)} new meters are shown)`] : [];
  const near = site.near === null ? '' : ` Sites with a similar name: ${site.near}.`;
  return [...(site.isNew ? [`${verb} the site ${site.name}, asset ${site.id}.${near}`] : []), ...shown, ...more];
}

/** Returns the advice for a file with meters that no account has. */
export function createAdvice(unmatched: number): string {
  const whose = unmatched === 1 ? 'an account for this meter' : 'accounts for these meters';
  return `To create ${whose}, add --create-meters --site "<name of the site>".`;
}

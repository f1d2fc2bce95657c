import type { NewMeters } from '../import/newMeters/createNewMeters.js';
import { noNewMetersReason } from '../import/newMeters/refusingFormats.js';
import type { Format } from '../import/formats/detect.js';
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

/** Returns the advice for a file of a format with meters that no account has. */
export function missingMeterAdvice(format: Format | undefined, unmatched: number): string {
  const [meters, accounts] =
    unmatched === 1 ? ['this meter', 'an account for this meter'] : ['these meters', 'accounts for these meters'];
  return format === undefined || noNewMetersReason(format) === null
    ? `To create ${accounts}, add --create-meters --site "<name of the site>".`
    : `Correct the meter number, or import ${meters} first: udg template writes a sheet of meters to fill in.`;
}

import { quoted } from '../../errors/suggest.js';
import { periodKey, type Labelled } from './periodColumns.js';

/** Words that make the label of a period that of its flag: `00:30 Flag`, `HH01_AE`, `Estimated 1`, `ReadTypeHH1`. */
const WORDS =
  '(?:flag|status|quality|estimated|estimate|est|a/?e|type|read[\\s_-]?type|indicator|marker|data[\\s_-]?marker|dq|dq[\\s_-]?flag)';
const BEHIND = new RegExp(`^(.+?)[\\s_-]+${WORDS}$`, 'i');
const BEFORE = new RegExp(`^${WORDS}(?:[\\s_-]+(.+)|(hh.+))$`, 'i');
const COUNTED = /^(?:a\/?e|ut)[\s_-]*0{0,2}(\d{1,3})$/i;
const ALONE = new RegExp(`^${WORDS}$`, 'i');

/** The period whose flag a column is, as its label says; null: it is no flag of one period. */
export function flaggedPeriod(label: string): string | null {
  const [, counted] = COUNTED.exec(label) ?? [];
  const [, period, joined] = BEHIND.exec(label) ?? BEFORE.exec(label) ?? [];
  const named = counted ?? period ?? joined;
  return named !== undefined && periodKey(named) !== null ? named : null;
}

/** Whether a column is a flag that does not say of what: of the period before it, where each period has one. */
export function isFlagAlone(label: string): boolean {
  return ALONE.test(label);
}

/**
 * Finds the column of each period's flag.
 * @param flags columns that name their period, or follow it
 * @returns the places in the order of the periods; null: periods have no flags
 * @throws Error that begins with "the header" when not every period has one flag of its own
 */
export function flagPlaces(periods: readonly Labelled[], flags: readonly Labelled[]): readonly number[] | null {
  if (flags.length === 0) return null;
  if (flags.length !== periods.length) {
    throw new Error(`the header has ${flags.length} flags for ${periods.length} periods`);
  }
  const wrong = flags.find(({ label, place }, index) => {
    const period = periods[index];
    const named = flaggedPeriod(label);
    if (named === null) return period?.place !== place - 1;
    return periodKey(named) !== periodKey(period?.label ?? '') && periodKey(named) !== `#${index + 1}`;
  });
  if (wrong) throw new Error(`the header has a flag ${quoted(wrong.label)} that is not of the period in its turn`);
  return flags.map(({ place }) => place);
}

import { quoted } from '../../errors/suggest.js';
import type { FormatContext } from './context.js';
import type { CsvRecord } from './csvRecords.js';
import { headerUnit, isSameUnit, isUnit, powerOf } from './headerUnit.js';
import type { IntervalHeader } from './intervalHeader.js';
import type { IntervalMap } from './intervalMap.js';

/** The unit that the values of a file have, where its rows do not state one. */
export interface ValueUnit {
  /** Null: not stated, and the account's counts. */
  readonly unit: string | null;
  /** Why rows that state no unit cannot be read, as a clause; null: they can. */
  readonly problem: string | null;
}

/** The unit that a row is stored in, with kilowatts where its value is a mean of power; or what is wrong, as a clause. */
export type UnitOfRow =
  { readonly unit: string | null; readonly kilowatts: number | null } | { readonly problem: string };

/**
 * Decides the unit of rows that state none: that of the header, else the one that is said.
 * @param above the lines above the header
 * @throws Error that begins with "the" when the header contradicts what is said, or names a unit that is not certain
 */
export function valueUnit(
  { labels, places, unit, unitDoubt }: IntervalHeader,
  above: readonly CsvRecord[],
  { unit: said, map, isFolder }: Pick<FormatContext, 'unit' | 'map' | 'isFolder'>,
): ValueUnit {
  const label = quoted(labels[places.value ?? 0] ?? '');
  if (unit !== null && said !== null && !isFolder && !isSameUnit(unit, said)) {
    throw new Error(
      `the header states the unit ${unit} (${label}), and --unit says ${said}: leave out --unit, or correct the header`,
    );
  }
  const stated = unit ?? said;
  const problem = stated === null ? (unitDoubt ?? unitAbove(above)) : null;
  if (places.unit !== undefined) return { unit: stated, problem };
  if (problem !== null) {
    throw new Error(`the unit of the column ${label} is not certain: it ${problem}; say the unit with --unit`);
  }
  if (map?.power === 'mean' && (stated === null || powerOf(stated) === null)) {
    const has = stated === null ? 'no unit' : `the unit ${stated}`;
    throw new Error(
      `the column ${label} has ${has}, and power=mean is for values in W, kW or MW: say --unit kW, or leave out power=mean`,
    );
  }
  return { unit: stated, problem: null };
}

/** What the lines above a header that has no unit say of it, as a clause; null: nothing. */
export function unitAbove(above: readonly CsvRecord[]): string | null {
  for (const { line, cells } of above) {
    const cell = cells.map((text) => text.trim()).find((text) => text === 'W' || (text.length > 1 && isUnitText(text)));
    if (cell !== undefined) return `has none, and line ${line} above the header says ${quoted(cell)}`;
  }
  return null;
}

const NAMED = /^(?:units?|einheit|unité|unite|unidad|unità|eenheid)\s*[:=]?\s+(.+)$/i;

function isUnitText(text: string): boolean {
  const [, named] = NAMED.exec(text.replace(/\s+/g, ' ')) ?? [];
  return isUnit(named ?? text) || (named !== undefined && headerUnit(named).doubt !== null);
}

/** Makes what gives the unit that a row is stored in. Power is energy only where it is a mean. */
export function createRowUnit(file: ValueUnit, map: IntervalMap | null): (stated: string | null) => UnitOfRow {
  return (stated) => {
    if (stated === null && file.problem !== null) {
      return { problem: `states no unit, and the one of its column is not certain: it ${file.problem}` };
    }
    const unit = stated ?? file.unit;
    const kilowatts = unit === null ? null : powerOf(unit);
    if (kilowatts !== null && map?.power === 'mean') return { unit: 'kwh', kilowatts };
    if (kilowatts === null && !(unit === null && map?.power === 'mean')) return { unit, kilowatts };
    return {
      problem:
        unit === null
          ? 'states no unit, and power=mean is for values in W, kW or MW: say --unit kW'
          : `is in ${unit}, which is power and no energy; if it is the mean over each interval, say --map …,power=mean`,
    };
  };
}

/**
 * Returns the energy of a period. A mean of power is energy over its period.
 * @param kilowatts of the unit of the value; null: the value is energy
 * @param length of the period
 * @param hour in the unit of the length
 */
export function energyOf(value: number, kilowatts: number | null, length: number, hour: number): number {
  return kilowatts === null ? value : Number((value * ((kilowatts * length) / hour)).toPrecision(15));
}

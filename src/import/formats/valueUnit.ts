import { quoted } from '../../errors/suggest.js';
import type { FormatContext } from './context.js';
import type { CsvRecord } from './csvRecords.js';
import { headerUnit, isSameUnit, isUnit, powerOf } from './headerUnit.js';
import type { IntervalHeader } from './intervalHeader.js';
import type { IntervalMap } from './intervalMap.js';
import type { Reading, Unreadable } from './reading.js';

/** The unit of values in rows that state none. */
export interface ValueUnit {
  /** Null: not stated. The unit of the account then applies. */
  readonly unit: string | null;
  /** A clause that says why rows without a unit cannot be read; null: they can be read. */
  readonly problem: string | null;
}

/**
 * The unit that a row states, and the unit in which its value is stored. `kilowatts` is the factor of a value that is a
 * mean of power; null: energy or another quantity.
 */
export type UnitOfRow =
  { readonly stated: string | null; readonly unit: string | null; readonly kilowatts: number | null } | Unreadable;

/**
 * Determines the unit of rows that state none: the unit in the header, else the `--unit` option.
 * @param above the lines above the header
 * @throws Error that begins with "the" if the header contradicts the option, or names a unit that is not certain
 */
export function valueUnit(
  { labels, columns, unit, unitAmbiguity: unitDoubt }: IntervalHeader,
  above: readonly CsvRecord[],
  { unit: option, map, isFolder }: Pick<FormatContext, 'unit' | 'map' | 'isFolder'>,
): ValueUnit {
  const label = quoted(labels[columns.value ?? 0] ?? '');
  if (unit !== null && option !== null && !isFolder && !isSameUnit(unit, option)) {
    throw new Error(
      `the header states the unit ${unit} (${label}), but --unit is ${option}: omit --unit, or correct the header`,
    );
  }
  const stated = unit ?? option;
  const problem = stated === null ? (unitDoubt ?? unitAbove(above)) : null;
  if (columns.unit !== undefined) return { unit: stated, problem };
  if (problem !== null) {
    throw new Error(`the unit of the column ${label} is not clear: it ${problem}; give the unit with --unit`);
  }
  if (map?.power === 'mean' && (stated === null || powerOf(stated) === null)) {
    const has = stated === null ? 'no unit' : `the unit ${stated}`;
    throw new Error(
      `the column ${label} has ${has}, but power=mean needs values in W, kW or MW: give --unit kW, or omit power=mean`,
    );
  }
  return { unit: stated, problem: null };
}

/** Returns a clause about the unit in the lines above a header without a unit; null: they name no unit. */
export function unitAbove(above: readonly CsvRecord[]): string | null {
  for (const { line, cells } of above) {
    const cell = cells.map((text) => text.trim()).find((text) => text === 'W' || (text.length > 1 && isUnitText(text)));
    if (cell !== undefined) return `has no unit, but line ${line} above the header has ${quoted(cell)}`;
  }
  return null;
}

const NAMED = /^(?:units?|einheit|unité|unite|unidad|unità|eenheid)\s*[:=]?\s+(.+)$/i;

function isUnitText(text: string): boolean {
  const [, named] = NAMED.exec(text.replace(/\s+/g, ' ')) ?? [];
  return isUnit(named ?? text) || (named !== undefined && headerUnit(named).ambiguity !== null);
}

/** Creates a function that returns the unit in which a row is stored. Power converts to energy only if it is a mean. */
export function createRowUnit(file: ValueUnit, map: IntervalMap | null): (stated: string | null) => UnitOfRow {
  return (stated) => {
    const unit = stated ?? file.unit;
    if (stated === null && file.problem !== null) {
      const problem = `has no unit, and the unit of its column is not clear: it ${file.problem}`;
      return { problem, text: unit };
    }
    const kilowatts = unit === null ? null : powerOf(unit);
    if (kilowatts !== null && map?.power === 'mean') return { stated: unit, unit: 'kwh', kilowatts };
    if (kilowatts === null && !(unit === null && map?.power === 'mean')) return { stated: unit, unit, kilowatts };
    const problem =
      unit === null
        ? 'has no unit, but power=mean needs values in W, kW or MW: give --unit kW'
        : `is in ${unit}, a unit of power, not energy: if the values are the mean power of each interval, give --map …,power=mean`;
    return { problem, text: unit };
  };
}

/**
 * Returns the value to store. A mean of power becomes energy over its period.
 * @param length the length of the period, in hours; null: unknown, so the row has the value of the file
 */
export function storedValue(value: Reading['value'], unit: UnitOfRow, length: number | null): Reading['value'] {
  if ('problem' in unit || unit.kilowatts === null || typeof value !== 'number' || length === null) return value;
  return Number((value * (unit.kilowatts * length)).toPrecision(15));
}

/** Returns the unit of a {@link storedValue}. If the row has the value of the file, it also has the unit of the file. */
export function storedUnit(value: Reading['value'], unit: UnitOfRow, length: number | null): Reading['unit'] {
  if ('problem' in unit) return unit;
  return typeof value !== 'number' || length === null ? unit.stated : unit.unit;
}

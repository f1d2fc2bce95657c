import { quoted } from '../../errors/suggest.js';
import { UTILITY_TYPES, type UtilityType } from '../../data/utilityTypes.js';
import { conversionOf, unitsOf } from '../../usage/units.js';
import { plainName } from '../formats/meterColumns.js';
import { missingText, type MissingMeter } from './missingMeters.js';

/** Any value will do: whether a unit converts does not depend on the calorific value. */
const ANY_CALORIFIC_VALUE = 1;

/** A meter with the type and the unit of its account. */
export interface DescribedMeter {
  readonly meter: MissingMeter;
  readonly type: UtilityType;
  readonly unit: string;
}

/** The options that supply the type and the unit if the file lacks them. */
export interface MeterOptions {
  readonly type: UtilityType | null;
  readonly unit: string | null;
  /** Whether the file is one of a folder. The content of the file then takes precedence over the options. */
  readonly isFolder: boolean;
}

/**
 * Column labels that imply a type of meter, as {@link plainName} returns them. The MPAN is of electricity (Balancing
 * and Settlement Code), the MPRN of gas (Uniform Network Code), the NMI of electricity (AEMO), the ESI ID of
 * electricity (ERCOT), and the PDR of gas (ARERA).
 */
const COLUMN_TYPES: readonly (readonly [UtilityType, readonly string[]])[] = [
  ['electricity', ['mpan', 'mpancore', 'mpannumber', 'nmi', 'esiid']],
  ['gas', ['mprn', 'mpr', 'pdr']],
];

/**
 * Determines the type and the unit of each meter from the file, else from the options.
 * @throws Error that begins with "the" if neither states them, or they contradict each other
 */
export function describeMeters(meters: readonly MissingMeter[], options: MeterOptions): readonly DescribedMeter[] {
  return meters.map((meter) => {
    const type = typeOf(meter, options);
    return { meter, type, unit: unitOf(meter, type, options) };
  });
}

function typeOf(meter: MissingMeter, { type: typeOption, isFolder }: MeterOptions): UtilityType {
  const possible = UTILITY_TYPES.filter((type) => allowsType(meter, type));
  const [only, ...others] = possible;
  const name = quoted(missingText(meter));
  if (typeOption !== null && !possible.includes(typeOption) && !(isFolder && others.length === 0)) {
    const hint = possible.length === 0 ? '' : ` (${possible.join(' or ')}): correct --type or omit it`;
    throw new Error(`--type is ${typeOption}, but the file has another type of data for the meter ${name}${hint}`);
  }
  if (only !== undefined && others.length === 0) return only;
  if (typeOption !== null) return typeOption;
  if (only === undefined) {
    throw new Error(
      `the rows of the new meter ${name} have units that fit no type of meter (${meter.units.join(', ')}): correct the units in the file`,
    );
  }
  throw new Error(
    `the file does not state the type of the new meter ${name}, which may be ${possible.join(', ')}: give the type with --type, for example --type ${only}`,
  );
}

/** Whether a meter can be of a type, by the format, its column and the units of its rows. */
function allowsType({ types, column, units }: MissingMeter, type: UtilityType): boolean {
  if (types !== null) return types.includes(type);
  const label = plainName(column ?? '');
  const [byColumn] = COLUMN_TYPES.find(([, labels]) => labels.includes(label)) ?? [];
  if (byColumn !== undefined) return byColumn === type;
  return units.every((unit) => hasUnit(type, unit));
}

function unitOf(meter: MissingMeter, type: UtilityType, { unit: unitOption }: MeterOptions): string {
  const unit = meter.units.find((one) => hasUnit(type, one)) ?? meter.units[0] ?? unitOption;
  const name = quoted(missingText(meter));
  if (unit === null) {
    throw new Error(
      `the file does not state the unit of the new meter ${name}: give the unit with --unit, for example --unit kWh`,
    );
  }
  if (hasUnit(type, unit)) return unit;
  throw new Error(
    `the new ${type} meter ${name} cannot have the unit ${quoted(unit)}; allowed are ${unitsOf(type).join(', ')}`,
  );
}

function hasUnit(type: UtilityType, unit: string): boolean {
  return conversionOf(type, unit, ANY_CALORIFIC_VALUE) !== null;
}

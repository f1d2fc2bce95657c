/** Regions whose floor areas are in square feet (CLDR, measurement system US). */
const IMPERIAL = ['US', 'LR', 'MM'];

/** A foot squared, exactly. */
const SQUARE_FOOT_M2 = 0.09290304;

/** What floor areas are shown in. */
export interface AreaUnit {
  readonly name: 'm²' | 'ft²';
  /** Of an area in m². */
  readonly area: <T extends number | null>(squareMetres: T) => T | number;
  /** Of a figure per m². */
  readonly perArea: <T extends number | null>(perSquareMetre: T) => T | number;
}

/** The unit of floor areas that a reader of a locale is used to; of a language without a region m². */
export function areaUnit(locale = navigator.language): AreaUnit {
  const isImperial = IMPERIAL.includes(regionOf(locale));
  const factor = isImperial ? 1 / SQUARE_FOOT_M2 : 1;
  return {
    name: isImperial ? 'ft²' : 'm²',
    area: (value) => (value === null ? value : value * factor),
    perArea: (value) => (value === null ? value : value / factor),
  };
}

/** A browser may be set to what is no locale. */
function regionOf(locale: string): string {
  try {
    return new Intl.Locale(locale).region ?? '';
  } catch {
    return '';
  }
}

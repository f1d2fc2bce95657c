/** Regions that measure floor areas in square feet (CLDR, measurement system US). */
const IMPERIAL = ['US', 'LR', 'MM'];

/** Exact by definition. */
const SQUARE_FOOT_M2 = 0.09290304;

/** The unit of floor areas, with its conversions. */
export interface AreaUnit {
  readonly name: 'm²' | 'ft²';
  /** Converts an area in m². */
  readonly area: <T extends number | null>(squareMetres: T) => T | number;
  /** Converts a figure per m². */
  readonly perArea: <T extends number | null>(perSquareMetre: T) => T | number;
}

/** Returns the unit of floor areas in the region of a locale; m² for a language without a region. */
export function areaUnit(locale = navigator.language): AreaUnit {
  const isImperial = IMPERIAL.includes(regionOf(locale));
  const factor = isImperial ? 1 / SQUARE_FOOT_M2 : 1;
  return {
    name: isImperial ? 'ft²' : 'm²',
    area: (value) => (value === null ? value : value * factor),
    perArea: (value) => (value === null ? value : value / factor),
  };
}

/** Returns the region of a locale; an empty text for an invalid locale, which a browser may have. */
function regionOf(locale: string): string {
  try {
    return new Intl.Locale(locale).region ?? '';
  } catch {
    return '';
  }
}

import type { UtilityType } from '../generated/operations.js';

/** Colours of the charts. A canvas cannot read CSS custom properties, so these repeat `shared/colours.css`. */
export interface Colours {
  readonly text: string;
  readonly quiet: string;
  readonly line: string;
  readonly surface: string;
  readonly accent: string;
  readonly before: string;
  /** Background where data is missing. */
  readonly gap: string;
  /** Outline of findings. */
  readonly outline: string;
  /** Values above the end of a scale. */
  readonly above: string;
  readonly night: string;
  /** Consumption by day and by night. */
  readonly dayAndNight: Readonly<Record<'day' | 'night', string>>;
  /** Periods that have all data, some or none. */
  readonly coverage: Readonly<Record<'full' | 'some' | 'none', string>>;
  readonly types: Readonly<Record<UtilityType, string>>;
  readonly sources: Readonly<Record<'hh' | 'reading' | 'invoice' | 'custom', string>>;
  /** From low to high, by cividis: the scale reads the same with any colour vision. */
  readonly heat: readonly string[];
}

/** Okabe and Ito's palette, distinguishable with any colour vision, https://jfly.uni-koeln.de/color/. */
const TYPES = {
  electricity: '#0f8b76',
  gas: '#e69f00',
  heating: '#d55e00',
  cooling: '#56b4e9',
  solar: '#f0d442',
  water: '#0072b2',
  waste: '#8c6d4f',
  flow: '#7f8fa6',
  temperature: '#cc79a7',
} as const;
/** Shades of violet, which no type has: the finer the records, the darker. */
const SOURCES = { hh: '#4b2e83', reading: '#8467b8', invoice: '#b9a6dc', custom: '#6f6a7d' } as const;
const HEAT = [
  '#00224e',
  '#123570',
  '#3b496c',
  '#575d6d',
  '#707173',
  '#8a8678',
  '#a59c74',
  '#c3b369',
  '#e1cc55',
  '#fee838',
];

/** The light scheme, which also applies in print. */
export const LIGHT: Colours = {
  text: '#17211e',
  quiet: '#55635e',
  line: '#d9e0dd',
  surface: '#ffffff',
  accent: '#0f6b5c',
  before: '#55635e',
  gap: '#e7c4cf',
  outline: '#d1108c',
  above: '#ff5a36',
  night: 'rgba(0, 34, 78, 0.07)',
  dayAndNight: { day: '#a7b8c9', night: '#2f3e63' },
  coverage: { full: '#4a5a55', some: '#a9b8b2', none: '#e7c4cf' },
  types: TYPES,
  sources: SOURCES,
  heat: HEAT,
};
/** Each colour of data has a contrast of at least 3 to the surface. */
const DARK: Colours = {
  ...LIGHT,
  text: '#e6ecea',
  quiet: '#9fb0aa',
  line: '#2e3a36',
  surface: '#1a2220',
  accent: '#5fd0b8',
  before: '#c3cfcb',
  gap: '#9c5a70',
  outline: '#ff6ec7',
  night: 'rgba(120, 160, 255, 0.09)',
  dayAndNight: { day: '#c9d5e2', night: '#5c71a8' },
  coverage: { full: '#c3d3cc', some: '#7b8e86', none: '#9c5a70' },
  types: { ...TYPES, electricity: '#2bb59c', water: '#4a9fd8' },
  sources: { hh: '#d3c6fa', reading: '#a48ce6', invoice: '#7664b0', custom: '#9a96a8' },
};

/** Returns the colours of a scheme. */
export function coloursOf(isDark: boolean): Colours {
  return isDark ? DARK : LIGHT;
}

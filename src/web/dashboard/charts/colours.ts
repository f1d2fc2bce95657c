import type { UtilityType } from '../generated/operations.js';

/** Colours of the charts. A canvas cannot read CSS custom properties, so these repeat `shared/colours.css`. */
export interface Colours {
  readonly text: string;
  readonly quiet: string;
  readonly line: string;
  readonly surface: string;
  readonly accent: string;
  readonly before: string;
  /**
   * The background of missing data. In the light scheme it is lighter than data, so its edge stands out from the
   * surface.
   */
  readonly gap: string;
  readonly gapEdge: string;
  /** Outline of findings. */
  readonly outline: string;
  /** The colour of values above the end of a scale. */
  readonly above: string;
  readonly night: string;
  /** Consumption by day and by night. */
  readonly dayAndNight: Readonly<Record<'day' | 'night', string>>;
  /** The colours of periods with all data, some data or none. */
  readonly coverage: Readonly<Record<'full' | 'some' | 'none', string>>;
  /** The colour of text on `some` and `none`. */
  readonly onCoverage: string;
  readonly types: Readonly<Record<UtilityType, string>>;
  readonly sources: Readonly<Record<'hh' | 'reading' | 'invoice' | 'custom', string>>;
  /** The scale of heat maps from low to high: cividis, which reads the same with any colour vision. */
  readonly heat: readonly string[];
}

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

/**
 * The light scheme, which also applies in print. In both schemes each colour of data has a contrast of at least 3 to
 * the surface (WCAG 1.4.11). A heat map covers the surface. Types differ with any colour vision. Sources are shades of
 * violet, which no type has; finer records are darker.
 */
export const LIGHT: Colours = {
  text: '#17211e',
  quiet: '#55635e',
  line: '#d9e0dd',
  surface: '#ffffff',
  accent: '#0f6b5c',
  before: '#55635e',
  gap: '#e7c4cf',
  gapEdge: '#b0607a',
  outline: '#d1108c',
  above: '#ff5a36',
  night: 'rgba(0, 34, 78, 0.07)',
  dayAndNight: { day: '#8293a6', night: '#2f3e63' },
  coverage: { full: '#3b4a45', some: '#7f948b', none: '#d06a50' },
  onCoverage: '#17211e',
  types: {
    electricity: '#0d7866',
    gas: '#cd7f02',
    heating: '#b65010',
    cooling: '#1a9ad2',
    solar: '#4b4304',
    water: '#0b5ce7',
    waste: '#81622e',
    flow: '#44546d',
    temperature: '#b8708f',
  },
  sources: { hh: '#33185f', reading: '#6d4db0', invoice: '#9c86cf', custom: '#5b5768' },
  heat: HEAT,
};
/** The dark scheme. Its types have the colours of Okabe and Ito, two of them lighter, https://jfly.uni-koeln.de/color/. */
const DARK: Colours = {
  ...LIGHT,
  text: '#e6ecea',
  quiet: '#9fb0aa',
  line: '#2e3a36',
  surface: '#1a2220',
  accent: '#5fd0b8',
  before: '#c3cfcb',
  gap: '#9c5a70',
  gapEdge: '#9c5a70',
  outline: '#ff6ec7',
  night: 'rgba(120, 160, 255, 0.09)',
  dayAndNight: { day: '#c9d5e2', night: '#5c71a8' },
  coverage: { full: '#c3d3cc', some: '#7b8e86', none: '#d06a50' },
  types: {
    electricity: '#2bb59c',
    gas: '#e69f00',
    heating: '#d55e00',
    cooling: '#56b4e9',
    solar: '#f0d442',
    water: '#4a9fd8',
    waste: '#8c6d4f',
    flow: '#7f8fa6',
    temperature: '#cc79a7',
  },
  sources: { hh: '#d3c6fa', reading: '#a48ce6', invoice: '#7664b0', custom: '#9a96a8' },
};

/** Returns the colours of a scheme. */
export function coloursOf(isDark: boolean): Colours {
  return isDark ? DARK : LIGHT;
}

import { describe, expect, it } from 'vitest';
import { coloursOf, type Colours } from '../../src/web/dashboard/charts/colours.js';

/** The contrast that WCAG 1.4.11 asks of graphical objects, and 1.4.3 of text. */
const LEAST = { object: 3, text: 4.5 } as const;

/** The relative luminance of a colour `#rrggbb`, by WCAG. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** The colours that carry meaning against the surface, by name. */
const drawnOnSurface = (colours: Colours): Readonly<Record<string, string>> => ({
  ...colours.types,
  ...colours.sources,
  ...colours.dayAndNight,
  ...colours.coverage,
  ...{ above: colours.above, outline: colours.outline, before: colours.before, gapEdge: colours.gapEdge },
});

describe.each([
  ['light', false],
  ['dark', true],
] as const)('the colours of charts in the %s scheme', (_, isDark) => {
  const colours = coloursOf(isDark);

  it('contrast with the surface', () => {
    const weak = Object.entries(drawnOnSurface(colours)).filter(
      ([, colour]) => contrast(colour, colours.surface) < LEAST.object,
    );
    expect(weak).toEqual([]);
  });

  it('make the coverage of a period readable on its colour', () => {
    const { some, none } = colours.coverage;
    expect(Math.min(contrast(some, colours.onCoverage), contrast(none, colours.onCoverage))).toBeGreaterThan(
      LEAST.text,
    );
  });
});

import type { Format } from '../formats/detect.js';

/** The formats with meters to which `--create-meters` does not apply, each with the reason. */
const REFUSING_FORMATS: Partial<Readonly<Record<Format, string>>> = {
  // A wrong digit on a bill must not become a meter.
  bills: 'the file has bills, but --create-meters needs meter data',
  crosstab: 'the file may name meters without their numbers, but --create-meters needs the numbers',
};

/** Returns the reason why an import of a format creates no meters; null if it can. */
export function noNewMetersReason(format: Format): string | null {
  return REFUSING_FORMATS[format] ?? null;
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A month of a building and fuel, computed from the raw files by other means than ours. */
export interface Month {
  readonly building: string;
  readonly fuel: 'electricity' | 'gas';
  readonly month: string;
  readonly sum: number;
  readonly hours: number;
  readonly zeroHours: number;
  /** Of the hours from 06:00 to 18:00 UTC. */
  readonly daySum: number;
}

/** The oracle's rows of 2022 for the buildings of the sample. */
export function readMonths(): readonly Month[] {
  const text = readFileSync(join(import.meta.dirname, 'data', 'cambridge_monthly_2022.csv'), 'utf8');
  const [, , ...lines] = text.trimEnd().split('\n');
  return lines.map((line) => {
    const [building = '', fuel, month = '', sum, hours, zeroHours, , daySum] = line.split(',');
    return {
      building,
      fuel: fuel === 'gas' ? 'gas' : 'electricity',
      month,
      sum: Number(sum),
      hours: Number(hours),
      zeroHours: Number(zeroHours),
      daySum: Number(daySum),
    };
  });
}

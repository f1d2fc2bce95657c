import { table } from '../src/cli/output.js';
import type { FalseAlarms, Recall } from './detection.js';

/** The results of some meters. */
export interface DetectionPart {
  readonly name: string;
  readonly meters: number;
  /** The years of data of all meters together. */
  readonly years: number;
  readonly recalls: readonly Recall[];
  readonly falseAlarms: readonly FalseAlarms[];
}

export interface DetectionReport {
  readonly seed: number;
  readonly parts: readonly DetectionPart[];
}

/** Adds up the results of the parts. */
export function togetherOf(parts: readonly DetectionPart[]): DetectionPart {
  const sum = (of: (part: DetectionPart) => number): number => parts.reduce((all, part) => all + of(part), 0);
  const recalls = new Map<string, Recall>();
  const alarms = new Map<string, FalseAlarms>();
  for (const part of parts) {
    for (const one of part.recalls) {
      const own = recalls.get(`${one.fuel} ${one.fault}`) ?? { put: 0, found: 0, putInUse: 0, foundInUse: 0 };
      recalls.set(`${one.fuel} ${one.fault}`, {
        ...one,
        ...{ put: own.put + one.put, found: own.found + one.found },
        ...{ putInUse: own.putInUse + one.putInUse, foundInUse: own.foundInUse + one.foundInUse },
      });
    }
    for (const one of part.falseAlarms) {
      const count = alarms.get(`${one.fuel} ${one.kind}`)?.count ?? 0;
      alarms.set(`${one.fuel} ${one.kind}`, { ...one, count: count + one.count });
    }
  }
  const found = { recalls: [...recalls.values()], falseAlarms: [...alarms.values()] };
  return { name: 'together', meters: sum(({ meters }) => meters), years: sum(({ years }) => years), ...found };
}

/** Returns a share in percent. It is 100 only if all are found. */
function shareOf(found: number, put: number): string {
  const percent = Math.round((found / put) * 100);
  return `${found < put ? Math.min(percent, 99) : percent} % (${found} of ${put})`;
}

/** Returns the lines of the report. */
export function detectionLines({ seed, parts }: DetectionReport): readonly string[] {
  return [
    `seed ${seed}`,
    ...parts.flatMap(({ name, meters, years, recalls, falseAlarms }) => {
      const total = (of: (one: Recall) => number): number => recalls.reduce((sum, one) => sum + of(one), 0);
      return [
        '',
        ...table(
          [`${name}: ${meters} meters`, 'fault', 'found', 'found while the meter is in use'],
          [
            ...recalls.map((one) => [
              ...[one.fuel, one.fault, shareOf(one.found, one.put), shareOf(one.foundInUse, one.putInUse)],
            ]),
            [
              ...[
                'all',
                '',
                shareOf(
                  total(({ found }) => found),
                  total(({ put }) => put),
                ),
              ],
              shareOf(
                total(({ foundInUse }) => foundInUse),
                total(({ putInUse }) => putInUse),
              ),
            ],
          ],
        ),
        '',
        ...table(
          [`${name}: as published, ${years.toFixed(0)} meter years`, 'kind', 'findings'],
          falseAlarms.map(({ fuel, kind, count }) => [fuel, kind, String(count)]),
        ),
      ];
    }),
  ];
}

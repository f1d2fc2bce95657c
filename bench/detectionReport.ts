import { table } from '../src/cli/output.js';
import type { FalseAlarms, Recall } from './detection.js';

/** What was found in some meters. */
export interface DetectionPart {
  readonly name: string;
  readonly meters: number;
  /** Years of data of all meters. */
  readonly years: number;
  readonly recalls: readonly Recall[];
  readonly falseAlarms: readonly FalseAlarms[];
}

export interface DetectionReport {
  readonly seed: number;
  readonly parts: readonly DetectionPart[];
}

const shareOf = (found: number, put: number): string => `${((found / put) * 100).toFixed(0)} % (${found} of ${put})`;

/** The report as a person reads it. */
export function detectionLines({ seed, parts }: DetectionReport): readonly string[] {
  return [
    `seed ${seed}`,
    ...parts.flatMap(({ name, meters, years, recalls, falseAlarms }) => {
      const total = (of: (one: Recall) => number): number => recalls.reduce((sum, one) => sum + of(one), 0);
      return [
        '',
        ...table(
          [`${name}: ${meters} meters`, 'fault', 'found', 'found where the meter is in use'],
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

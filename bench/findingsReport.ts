import { table } from '../src/cli/output.js';
import type { Result } from './measure.js';

/** The maximum share of an import's time for findings. */
const TARGET_SHARE = 0.15;

/** The cost of an import. */
export interface ImportCost {
  readonly read: number;
  readonly rejected: number;
  readonly newFindings: number;
  readonly seconds: number;
  /** The processor time of the importing process, and of the database for it. */
  readonly processMs: number;
  readonly databaseMs: number;
}

export interface FindingsReport {
  readonly meters: number;
  readonly days: number;
  readonly without: readonly ImportCost[];
  readonly with: readonly ImportCost[];
  readonly kinds: readonly { readonly kind: string; readonly n: number }[];
  readonly pages: readonly Result[];
}

const mean = (taken: readonly ImportCost[], of: (one: ImportCost) => number): number =>
  taken.reduce((sum, one) => sum + of(one), 0) / taken.length;
const MEASURES: readonly (readonly [string, (taken: ImportCost) => number])[] = [
  ['seconds', ({ seconds }) => seconds],
  ['processor: process', ({ processMs }) => processMs / 1_000],
  ['processor: database', ({ databaseMs }) => databaseMs / 1_000],
  ['processor: both', ({ processMs, databaseMs }) => (processMs + databaseMs) / 1_000],
];
const verdict = (isMet: boolean): string => (isMet ? 'met' : 'MISSED');

/** Returns the lines of the report. */
export function findingsLines(report: FindingsReport): readonly string[] {
  const { meters, days, kinds, pages } = report;
  const rounds = report.with.length;
  const total = kinds.reduce((sum, { n }) => sum + n, 0);
  return [
    `${mean(report.with, ({ read }) => read).toLocaleString('en')} rows of ${meters} meters over ${days} days; means of ${rounds} ${rounds === 1 ? 'import' : 'imports'} each, in turns`,
    `${total.toLocaleString('en')} findings: ${kinds.map(({ kind, n }) => `${n} ${kind}`).join(', ')}`,
    '',
    ...table(
      ['an import', 'without', 'with findings', 'more', `target ${TARGET_SHARE * 100} %`],
      MEASURES.map(([name, of], index) => {
        const [without, withThem] = [mean(report.without, of), mean(report.with, of)];
        const share = withThem / without - 1;
        const isJudged = index === 0 || index === MEASURES.length - 1;
        return [
          ...[name, without.toFixed(1), withThem.toFixed(1), `${(share * 100).toFixed(1)} %`],
          isJudged ? verdict(share <= TARGET_SHARE) : '',
        ];
      }),
    ),
    '',
    ...table(
      ['a page, no cache', 'median ms', 'p25–p75', 'target', '', 'KB'],
      pages.map(({ name, ms, targetMs, bytes }) => [
        ...[name, ms.median.toFixed(1), `${ms.p25.toFixed(1)}–${ms.p75.toFixed(1)}`, String(targetMs)],
        ...[verdict(ms.median <= (targetMs ?? Infinity)), ((bytes ?? 0) / 1_024).toFixed(0)],
      ]),
    ),
  ];
}

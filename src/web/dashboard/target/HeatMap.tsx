import { useMemo, type ReactElement } from 'react';
import { drawHeat, type HeatBlock } from '../charts/drawHeat.js';
import { scaleTop } from '../charts/scaleTop.js';
import { formatHalfHour } from '../format/dates.js';
import { formatNumber } from '../format/numbers.js';
import { formatPeriod } from '../format/periods.js';
import { Figure } from '../parts/Figure.js';
import type { Table } from '../parts/table.js';
import { useScene } from '../state/scene.js';
import { texts } from '../texts/texts.js';
import {
  changesClocks,
  dayOf,
  daysOf,
  HALF_HOURS_PER_DAY,
  halfHourOf,
  positionOf,
  valuesOf,
  type HalfHours,
} from './halfHours.js';
import { usePeriodFindings, type PeriodFinding } from './usePeriodFindings.js';

const HEIGHT = 340;
/** In pixels; narrower columns would blur. */
const MIN_COLUMN_WIDTH = 2;

interface HeatMapOptions {
  readonly halfHours: HalfHours;
  /** The finding to outline; by default all open findings of the period. */
  readonly outlinedFinding?: PeriodFinding;
}

/** Shows all half-hours of the period: a column for each day, a row for each half-hour. Gaps and findings stand out. */
export function HeatMap({ halfHours, outlinedFinding }: HeatMapOptions): ReactElement {
  const { period } = useScene();
  const { charts, figures: words, shape } = texts();
  const findings = useOutlinedFindings(outlinedFinding);
  const { draw, table, days, missing, any, changes, above } = useMemo(() => {
    const values = valuesOf(halfHours);
    const days = daysOf(halfHours);
    const table: Table = {
      columns: [
        { name: texts().columns.day, as: 'label' },
        ...Array.from(
          { length: HALF_HOURS_PER_DAY },
          (_, halfHour) => ({ name: formatHalfHour(halfHour), as: 'number', digits: 1 }) as const,
        ),
      ],
      rows: days.map((day) => ({ id: day.date, cells: [day.date, ...day.values] })),
    };
    return {
      draw: drawHeat({
        days,
        unit: halfHours?.units ?? '',
        outlined: halfHours === null ? [] : findings.flatMap((finding) => blockOf(finding, halfHours, days)),
      }),
      table,
      days: days.length,
      missing: values.filter((value) => value === null).length,
      any: values.some((value) => value !== null),
      changes: changesClocks(halfHours),
      above: aboveOf(values),
    };
  }, [halfHours, findings]);
  const accounts = halfHours?.accountCount ?? 0;
  if (!any) {
    return <p className="empty">{accounts > 1 ? shape.noneOfAll(accounts) : words.noData(formatPeriod(period))}</p>;
  }
  const unit = halfHours?.units ?? '';
  const gaps = missing === 0 ? shape.noGaps : shape.someGaps(missing);
  return (
    <>
      <Figure
        name={shape.halfHours}
        alt={`${shape.heatAlt(formatPeriod(period), gaps)} ${charts.buttonTable}`}
        draw={draw}
        height={HEIGHT}
        minWidth={days * MIN_COLUMN_WIDTH}
        table={table}
      />
      <Keys
        findings={findings.length === 0 ? null : outlinedFinding === undefined ? shape.keyFindings : shape.keyFinding}
        missing={missing}
        ofSeveral={accounts > 1}
        above={above}
        unit={unit}
      />
      {changes && <p className="about">{shape.clocksChange}</p>}
    </>
  );
}

/** Returns the findings to outline: one, or all open ones of the period. */
function useOutlinedFindings(outlinedFinding: PeriodFinding | undefined): readonly PeriodFinding[] {
  const { findings } = usePeriodFindings();
  return useMemo(() => (outlinedFinding === undefined ? findings : [outlinedFinding]), [findings, outlinedFinding]);
}

/** Explains the colours of findings, gaps and values above the scale, as far as they occur in the map. */
function Keys({
  findings,
  missing,
  ofSeveral,
  above,
  unit,
}: {
  /** Explains the outlines; null without any. */
  readonly findings: string | null;
  /** Number of half-hours that are gaps. */
  readonly missing: number;
  /** Whether the map adds up several accounts. */
  readonly ofSeveral: boolean;
  readonly above: AboveScale | null;
  readonly unit: string;
}): ReactElement {
  const { shape } = texts();
  return (
    <>
      {findings !== null && (
        <p className="about">
          <span className="key-finding" /> {findings}
        </p>
      )}
      {missing > 0 && (
        <p className="about">
          <span className="key-gap" /> {shape.keyGap(missing, ofSeveral)}
        </p>
      )}
      {above !== null && (
        <p className="about">
          <span className="key-above" />{' '}
          {shape.keyAbove(
            above.number,
            `${formatNumber(above.top, 1)} ${unit}`,
            `${formatNumber(above.most, 1)} ${unit}`,
          )}
        </p>
      )}
    </>
  );
}

/** The end of the colour scale, the number of values above it and the largest of them. */
interface AboveScale {
  readonly top: number;
  readonly number: number;
  readonly most: number;
}

/** Returns the values above the colour scale; null if the scale includes all values. */
function aboveOf(values: readonly (number | null)[]): AboveScale | null {
  const top = scaleTop(values);
  if (top === null) return null;
  const above = values.filter((value) => value !== null && value > top);
  return { top, number: above.length, most: above.reduce<number>((most, value) => Math.max(most, value ?? 0), top) };
}

/**
 * Returns the block of the heat map that a finding covers, by the clock of the map. Empty if the finding lies outside
 * the half-hours.
 */
function blockOf(
  { startDate, endDate }: PeriodFinding,
  halfHours: NonNullable<HalfHours>,
  days: readonly { readonly date: string }[],
): readonly HeatBlock[] {
  const { data } = halfHours;
  const first = data[Math.max(0, Math.floor(positionOf(halfHours, startDate)))]?.date;
  const last = data[Math.min(data.length, Math.ceil(positionOf(halfHours, endDate))) - 1]?.date;
  if (first === undefined || last === undefined) return [];
  const dayAt = (label: string): number => days.findIndex(({ date }) => date === dayOf(label));
  return [{ from: dayAt(first), to: dayAt(last), first: halfHourOf(first), last: halfHourOf(last) }];
}

import { useMemo, type ReactElement } from 'react';
import type { Colours } from '../charts/colours.js';
import { drawMonths } from '../charts/drawMonths.js';
import { periodInWords } from '../format/periods.js';
import { capital } from '../format/words.js';
import type { UtilityType } from '../generated/operations.js';
import { Card } from '../parts/Card.js';
import { Answer, type Question } from '../parts/Answer.js';
import { Figure } from '../parts/Figure.js';
import type { Table } from '../parts/table.js';
import { useScene } from '../state/scene.js';
import { coverageOf, noCommonCurrency, series, unitOf, type Level } from './compared.js';
import { earlierSeries } from './earlierSeries.js';
import { Measures } from './Measures.js';

/** Figures of one type. */
export interface OfType {
  readonly type: UtilityType;
  readonly level: Level;
}

const ABOUT = {
  consumption: 'What was used, each type on top of the others.',
  emissions: 'Scopes 1, 2 and 3 together, by the factors of the type, country and year.',
  cost: 'What invoices bill, spread over the days that they bill.',
} as const;

/** A measure by day, week or month and by type, against an earlier time. */
export function ByMonth({ question }: { readonly question: Question<readonly OfType[]> }): ReactElement {
  const { measure, step } = useScene();
  return (
    <Card title={`${capital(measure)} by ${step}`} about={`${ABOUT[measure]} A ${step} begins at midnight UTC.`} wide>
      <Measures />
      <Answer to={question}>{(types) => <Chosen types={types} />}</Answer>
    </Card>
  );
}

function Chosen({ types }: { readonly types: readonly OfType[] }): ReactElement {
  const { measure, period, comparison, step, asked } = useScene();
  const { draw, table, alt, unlike } = useMemo(() => {
    const shown = types.filter(({ type }) => asked.types.includes(type));
    const [first] = shown;
    const unit = first ? unitOf(first.level, measure) : '';
    const digits = measure === 'cost' ? 2 : 1;
    const dates = first?.level.now?.data.map(({ date }) => date) ?? [];
    const stacks = shown.map(({ type, level }) => ({
      name: capital(type),
      values: series(level, measure, 'now'),
      colour: (colours: Colours) => colours.types[type],
    }));
    const than = periodInWords(comparison.period);
    const earlier = shown.map(({ level }) => earlierSeries(level, measure, comparison));
    const before = dates.map((_, index) => addUp(earlier.map((values) => values[index] ?? null)));
    const table: Table = {
      columns: [
        { name: capital(step), as: 'label' },
        ...stacks.map(({ name }) => ({ name, unit, as: 'number', digits }) as const),
        ...(comparison.kind === 'none' ? [] : [{ name: `All, ${than}`, unit, as: 'number', digits } as const]),
      ],
      rows: dates.map((date, index) => ({
        id: date,
        cells: [
          date,
          ...stacks.map(({ values }) => values[index] ?? null),
          ...(comparison.kind === 'none' ? [] : [before[index] ?? null]),
        ],
      })),
    };
    const compares = before.some((value) => value !== null);
    const ends = compares
      ? `, and a line of ${than}`
      : comparison.kind === 'none'
        ? ''
        : `; there is no data of ${than}`;
    const full = shown.every(({ level }) =>
      (['now', 'before'] as const).every((when) => coverageOf(level, measure, when) === 1),
    );
    return {
      table,
      unlike: compares && !full ? than : null,
      draw: drawMonths({ dates, unit, stacks, ...(compares ? { before: { name: than, values: before } } : {}) }),
      alt: `Stacked bars of ${measure} in ${periodInWords(period)}: ${stacks.map(({ name }) => name).join(', ')}${ends}. The button Table shows the numbers.`,
    };
  }, [types, measure, period, comparison, step, asked]);
  const apart = measure === 'cost' ? noCommonCurrency(types.filter(({ type }) => asked.types.includes(type))) : null;
  if (apart !== null) return <p className="empty">{apart}</p>;
  const empty = table.rows.every(({ cells }) => cells.slice(1).every((cell) => cell === null));
  if (empty) return <p className="empty">{`There is no ${measure} in ${periodInWords(period)}.`}</p>;
  return (
    <>
      <Figure name={`${capital(measure)} by ${step}`} draw={draw} table={table} alt={alt} />
      {unlike !== null && (
        <p className="about">
          {`Not all of ${periodInWords(period)} and ${unlike} has data: bars and line show what there is, so a bar below the line need not be less.`}
        </p>
      )}
    </>
  );
}

/** A sum of those that there are; null when there is none. */
function addUp(values: readonly (number | null)[]): number | null {
  return values.reduce((sum, value) => (value === null ? sum : (sum ?? 0) + value), null);
}

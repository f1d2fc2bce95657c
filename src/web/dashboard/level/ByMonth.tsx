import { useMemo, type ReactElement } from 'react';
import type { Colours } from '../charts/colours.js';
import { drawMonths } from '../charts/drawMonths.js';
import { periodInWords } from '../format/periods.js';
import { capital } from '../format/words.js';
import type { UtilityType } from '../generated/operations.js';
import { Card } from '../parts/Card.js';
import { Answer, type Question } from '../parts/Answer.js';
import { Because } from '../parts/Because.js';
import { Figure } from '../parts/Figure.js';
import type { Table } from '../parts/table.js';
import { useScene } from '../state/scene.js';
import { texts } from '../texts/texts.js';
import { coverageOf, noCommonCurrency, series, unitOf, type Level } from './compared.js';
import { earlierSeries } from './earlierSeries.js';
import { Measures } from './Measures.js';

/** Figures of one type. */
export interface OfType {
  readonly type: UtilityType;
  readonly level: Level;
}

/** A measure by day, week or month and by type, against an earlier time. */
export function ByMonth({ question }: { readonly question: Question<readonly OfType[]> }): ReactElement {
  const { measure, step } = useScene();
  const { by, byAbout, stepBegins } = texts().level;
  return (
    <Card title={by(measure, step)} about={`${byAbout[measure]} ${stepBegins[step]}`} wide>
      <Measures />
      <Answer to={question}>{(types) => <Chosen types={types} />}</Answer>
    </Card>
  );
}

function Chosen({ types }: { readonly types: readonly OfType[] }): ReactElement {
  const { measure, period, comparison, step, asked } = useScene();
  const { level: words, measures } = texts();
  const { draw, table, alt, unlike } = useMemo(() => {
    const { charts, columns, steps, types: typeWords } = texts();
    const shown = types.filter(({ type }) => asked.types.includes(type));
    const [first] = shown;
    const unit = first ? unitOf(first.level, measure) : '';
    const digits = measure === 'cost' ? 2 : 1;
    const dates = first?.level.now?.data.map(({ date }) => date) ?? [];
    const stacks = shown.map(({ type, level }) => ({
      name: capital(typeWords[type]),
      values: series(level, measure, 'now'),
      colour: (colours: Colours) => colours.types[type],
    }));
    const names = stacks.map(({ name }) => name);
    const than = periodInWords(comparison.period);
    const earlier = shown.map(({ level }) => earlierSeries(level, measure, comparison));
    const before = dates.map((_, index) => addUp(earlier.map((values) => values[index] ?? null)));
    const table: Table = {
      columns: [
        { name: capital(steps[step]), as: 'label' },
        ...stacks.map(({ name }) => ({ name, unit, as: 'number', digits }) as const),
        ...(comparison.kind === 'none' ? [] : [{ name: columns.allThen(than), unit, as: 'number', digits } as const]),
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
    const ends = compares ? words.lineOf(than) : comparison.kind === 'none' ? '' : words.noLineOf(than);
    const full = shown.every(({ level }) =>
      (['now', 'before'] as const).every((when) => coverageOf(level, measure, when) === 1),
    );
    return {
      table,
      unlike: compares && !full ? than : null,
      draw: drawMonths({ dates, unit, stacks, ...(compares ? { before: { name: than, values: before } } : {}) }),
      alt: `${words.byAlt(measures[measure], periodInWords(period), names, ends)} ${charts.buttonTable}`,
    };
  }, [types, measure, period, comparison, step, asked, words, measures]);
  const apart = measure === 'cost' ? noCommonCurrency(types.filter(({ type }) => asked.types.includes(type))) : null;
  if (apart !== null) {
    return (
      <p className="empty">
        <Because reason={apart} />
      </p>
    );
  }
  const empty = table.rows.every(({ cells }) => cells.slice(1).every((cell) => cell === null));
  if (empty) return <p className="empty">{words.none(measures[measure], periodInWords(period))}</p>;
  return (
    <>
      <Figure name={words.by(measure, step)} draw={draw} table={table} alt={alt} />
      {unlike !== null && <p className="about">{words.notAll(periodInWords(period), unlike)}</p>}
    </>
  );
}

/** A sum of those that there are; null when there is none. */
function addUp(values: readonly (number | null)[]): number | null {
  return values.reduce((sum, value) => (value === null ? sum : (sum ?? 0) + value), null);
}

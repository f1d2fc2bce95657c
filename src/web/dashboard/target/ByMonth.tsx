import { useMemo, type ReactElement } from 'react';
import type { Colours } from '../charts/colours.js';
import type { Draw } from '../charts/draw.js';
import { drawMonths, type Stack } from '../charts/drawMonths.js';
import { formatPeriod } from '../format/periods.js';
import { capital } from '../format/words.js';
import type { UtilityType } from '../generated/operations.js';
import { Card } from '../parts/Card.js';
import { Answer, type QueryState } from '../parts/Answer.js';
import { ReasonText } from '../parts/ServiceText.js';
import { Figure } from '../parts/Figure.js';
import type { Table } from '../parts/table.js';
import { useScene, type Scene, MEASURES } from '../state/scene.js';
import type { Texts } from '../texts/en.js';
import { texts } from '../texts/texts.js';
import { billedShares, coverageOf, earlierSeries, noCommonCurrency, series, unitOf, type Figures } from './figures.js';
import { writeAddress } from '../route/address.js';
import { go } from '../route/useAddress.js';

/** The figures of one utility type. */
export interface TypeFigures {
  readonly type: UtilityType;
  readonly figures: Figures;
}

/** Shows a measure by day, week or month as bars stacked by type, with the earlier period as a line. */
export function ByMonth({ query }: { readonly query: QueryState<readonly TypeFigures[]> }): ReactElement {
  const { measure, step } = useScene();
  const { by, byAbout, stepBegins } = texts().figures;
  return (
    <Card title={by(measure, step)} about={`${byAbout[measure]} ${stepBegins[step]}`} wide>
      <Measures />
      <Answer query={query}>{(types) => <StackedBars types={types} />}</Answer>
    </Card>
  );
}

function StackedBars({ types }: { readonly types: readonly TypeFigures[] }): ReactElement {
  const { measure, period, comparison, step, variables } = useScene();
  const allTexts = texts();
  const { figures: words, measures } = allTexts;
  const shown = useMemo(() => types.filter(({ type }) => variables.types.includes(type)), [types, variables]);
  const { draw, table, alt, incomplete, isSpread } = useMemo(
    () => barsOf(shown, { measure, period, comparison, step }, allTexts),
    [shown, measure, period, comparison, step, allTexts],
  );
  const currencyReason = measure === 'cost' ? noCommonCurrency(shown) : null;
  if (currencyReason !== null) {
    return (
      <p className="empty">
        <ReasonText reason={currencyReason} />
      </p>
    );
  }
  const empty = table.rows.every(({ cells }) => cells.slice(1).every((cell) => cell === null));
  if (empty) return <p className="empty">{words.none(measures[measure], formatPeriod(period))}</p>;
  return (
    <>
      <Figure name={words.by(measure, step)} draw={draw} table={table} alt={alt} />
      {isSpread && <p className="about">{words.spread}</p>}
      {incomplete.length > 0 && <p className="about">{words.notAll(incomplete)}</p>}
    </>
  );
}

/** The parts of the scene that the bars depend on. */
type BarOptions = Pick<Scene, 'measure' | 'period' | 'comparison' | 'step'>;

/** A chart with its table. */
interface Bars {
  readonly draw: Draw;
  readonly table: Table;
  /** Describes the chart to screen readers. */
  readonly alt: string;
  /** The periods with incomplete data in words, if the bars are compared with the earlier one; otherwise empty. */
  readonly incomplete: readonly string[];
  /** Whether some bars are bills, spread over their days. */
  readonly isSpread: boolean;
}

/**
 * Returns the bars of a type. In bars by day or week, the part that comes from bills is a separate stack, because no
 * meter measured it in these days.
 */
function stacksOf(
  { type, figures }: TypeFigures,
  { measure, step }: Pick<BarOptions, 'measure' | 'step'>,
): readonly Stack[] {
  const { figures: words, types } = texts();
  const values = series(figures, measure, 'now');
  const all = { name: capital(types[type]), values, colour: (colours: Colours) => colours.types[type] };
  const shares = step === 'month' ? [] : billedShares(figures, measure);
  if (!shares.some((share, index) => share > 0 && values[index] !== null)) return [all];
  const part = (shareOf: (share: number) => number): readonly (number | null)[] =>
    values.map((value, index) => (value === null ? null : value * shareOf(shares[index] ?? 0)));
  const spread = { ...all, name: words.spreadOf(all.name), isSpread: true, values: part((share) => share) };
  const isAll = shares.every((share, index) => share === 1 || values[index] === null);
  return isAll ? [spread] : [{ ...all, values: part((share) => 1 - share) }, spread];
}

function barsOf(
  types: readonly TypeFigures[],
  { measure, period, comparison, step }: BarOptions,
  { figures: words, measures, charts, columns, steps }: Texts,
): Bars {
  const [first] = types;
  const unit = first ? unitOf(first.figures, measure) : '';
  const digits = measure === 'cost' ? 2 : 1;
  const dates = first?.figures.now?.data.map(({ date }) => date) ?? [];
  const stacks = types.flatMap((typeFigures) => stacksOf(typeFigures, { measure, step }));
  const names = stacks.map(({ name }) => name);
  const than = formatPeriod(comparison.period);
  const isCompared = comparison.kind !== 'none';
  const earlier = types.map(({ figures }) => earlierSeries(figures, measure, comparison));
  const before = dates.map((_, index) => addUp(earlier.map((values) => values[index] ?? null)));
  const table: Table = {
    columns: [
      { name: capital(steps[step]), as: 'label' },
      ...stacks.map(({ name }) => ({ name, unit, as: 'number', digits }) as const),
      ...(isCompared ? [{ name: columns.allThen(than), unit, as: 'number', digits } as const] : []),
    ],
    rows: dates.map((date, index) => ({
      id: date,
      cells: [
        date,
        ...stacks.map(({ values }) => values[index] ?? null),
        ...(isCompared ? [before[index] ?? null] : []),
      ],
    })),
  };
  const compares = before.some((value) => value !== null);
  const ends = compares ? words.lineOf(than) : isCompared ? words.noLineOf(than) : '';
  const lacksData = (when: 'now' | 'before'): boolean =>
    types.some(({ figures }) => coverageOf(figures, measure, when) !== 1);
  return {
    table,
    isSpread: stacks.some(({ isSpread }) => isSpread === true),
    incomplete: compares
      ? [...(lacksData('now') ? [formatPeriod(period)] : []), ...(lacksData('before') ? [than] : [])]
      : [],
    draw: drawMonths({ dates, unit, stacks, ...(compares ? { before: { name: than, values: before } } : {}) }),
    alt: `${words.byAlt(measures[measure], formatPeriod(period), names, ends)} ${charts.buttonTable}`,
  };
}

/** Adds up the values that are not null; null if all are null. */
function addUp(values: readonly (number | null)[]): number | null {
  return values.reduce((sum, value) => (value === null ? sum : (sum ?? 0) + value), null);
}

/** Buttons that choose the measure of the bars. */
function Measures(): ReactElement {
  const { address, measure } = useScene();
  const { filters, measures } = texts();
  return (
    <div className="choice" role="group" aria-label={filters.measure}>
      {MEASURES.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === measure}
          onClick={() => {
            go(writeAddress({ ...address, measure: name === 'consumption' ? null : name }), 'replace');
          }}
        >
          {capital(measures[name])}
        </button>
      ))}
    </div>
  );
}

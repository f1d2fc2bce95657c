import type { ReactElement, ReactNode } from 'react';
import { formatUnitCost } from '../format/money.js';
import { formatShare } from '../format/numbers.js';
import { formatPeriod } from '../format/periods.js';
import { ServiceText } from '../parts/ServiceText.js';
import { Fact, Tile, type ComparedFigure } from '../parts/Tile.js';
import { MEASURES, useScene, type Measure } from '../state/scene.js';
import { texts } from '../texts/texts.js';
import { changeOf } from './changes.js';
import { total, unitOf, type Figures, type Target } from './figures.js';
import { useComparable } from './useComparable.js';

/** Shows the totals of the period and their change from the earlier period, over comparable days. */
export function Totals({
  figures,
  target,
}: {
  readonly figures: Figures;
  readonly target: Target | null;
}): ReactElement {
  const scene = useScene();
  const { variables, comparison } = scene;
  const { columns, figures: words, types } = texts();
  const typeNames = variables.types.map((type) => types[type]);
  const comparable = useComparable(
    target,
    MEASURES.some((measure) => total(figures, measure, 'now') !== null && total(figures, measure, 'before') !== null),
  );
  const compare = (measure: Measure): ComparedFigure => ({
    value: total(figures, measure, 'now'),
    unit: unitOf(figures, measure),
    change: changeOf(figures, comparable, measure, scene),
    than: formatPeriod(comparison.period),
  });
  const { now } = figures;
  const missing = (now?.missingFactors ?? []).map(({ type, country }) =>
    words.typeIn(types[type], country.toUpperCase()),
  );
  const scopes = now?.emissions;
  const cost = compare('cost');
  return (
    <dl className="tiles" aria-label={words.totalsOf(typeNames)}>
      <Tile name={words.consumptionOf(typeNames)} figure={compare('consumption')} />
      <Tile
        name={columns.emissions}
        figure={compare('emissions')}
        {...(missing.length > 0 ? { note: words.noFactor(missing) } : {})}
        {...(scopes && missing.length === 0 && scopes.total > 0
          ? {
              note: words.scopes(
                formatShare(scopes.scope1 / scopes.total),
                formatShare(scopes.scope2 / scopes.total),
                formatShare(scopes.scope3 / scopes.total),
              ),
            }
          : {})}
      />
      <Tile
        name={columns.cost}
        figure={cost}
        money={{ currency: figures.billed?.currency }}
        note={costNote(figures, cost.value !== null)}
      />
      <Fact
        name={columns.timeWithData}
        value={formatShare(now?.coverage)}
        note={words.ofAccounts(now?.accountCount ?? 0, now?.isMissing === true)}
      />
    </dl>
  );
}

/** Returns the cost per unit, or the reason why a figure is missing. */
function costNote({ billed }: Figures, hasCost: boolean): ReactNode {
  const { figures: words, units: unitWords } = texts();
  const [reason] = billed?.costReasons ?? [];
  if (!hasCost) return reason === undefined ? words.noBill : <ServiceText>{reason}</ServiceText>;
  const { unitCost = null, currency, units, unitCostReasons = [] } = billed ?? {};
  const unit = units ?? unitWords.unit;
  if (unitCost !== null) return words.asBilled(formatUnitCost(unitCost, currency, unit));
  return (
    <>
      {words.noUnitCost(unit)}
      <ServiceText>{unitCostReasons.join(' ')}</ServiceText>
    </>
  );
}

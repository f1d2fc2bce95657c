import type { ReactElement } from 'react';
import { formatUnitCost } from '../format/money.js';
import { formatShare } from '../format/numbers.js';
import { periodInWords } from '../format/periods.js';
import { count, inWords } from '../format/words.js';
import { Fact } from '../parts/Fact.js';
import { Tile, type Compared } from '../parts/Tile.js';
import { MEASURES, useScene, type Measure } from '../state/scene.js';
import { changeOf } from './changes.js';
import { total, unitOf, type Level } from './compared.js';
import type { LevelId } from './levelId.js';
import { useAlike } from './useAlike.js';

/** The figures of the whole period, each against an earlier time, like with like. */
export function Totals({ level, of }: { readonly level: Level; readonly of: LevelId | null }): ReactElement {
  const scene = useScene();
  const { asked, comparison } = scene;
  const alike = useAlike(
    of,
    MEASURES.some((measure) => total(level, measure, 'now') !== null && total(level, measure, 'before') !== null),
  );
  const compare = (measure: Measure): Compared => ({
    value: total(level, measure, 'now'),
    unit: unitOf(level, measure),
    change: changeOf(level, alike, measure, scene),
    than: periodInWords(comparison.period),
  });
  const { now } = level;
  const missing = (now?.missingFactors ?? []).map(({ type, country }) => `${type} in ${country.toUpperCase()}`);
  const scopes = now?.emissions;
  const cost = compare('cost');
  return (
    <dl className="tiles" aria-label={`Totals of ${inWords(asked.types)}`}>
      <Tile name={`Consumption of ${inWords(asked.types)}`} figure={compare('consumption')} />
      <Tile
        name="Emissions"
        figure={compare('emissions')}
        {...(missing.length > 0 ? { note: `There is no factor for ${inWords(missing)}` } : {})}
        {...(scopes && missing.length === 0 && scopes.total > 0
          ? {
              note: `Scope 1: ${formatShare(scopes.scope1 / scopes.total)}, 2: ${formatShare(scopes.scope2 / scopes.total)}, 3: ${formatShare(scopes.scope3 / scopes.total)}`,
            }
          : {})}
      />
      <Tile
        name="Cost"
        figure={cost}
        money={{ currency: level.billed?.currency }}
        note={costNote(level, cost.value !== null)}
      />
      <Fact
        name="Time with data"
        value={formatShare(now?.coverage)}
        note={`of ${count(now?.accountCount ?? 0, 'account')}${now?.isMissing === true ? ', so totals are of what is known' : ''}`}
      />
    </dl>
  );
}

/** What a unit costs, or why a figure is not there. */
function costNote({ billed }: Level, isKnown: boolean): string {
  const [reason] = billed?.costReasons ?? [];
  if (!isKnown) return reason ?? 'No invoice bills this time';
  const { unitCost = null, currency, units, unitCostReasons = [] } = billed ?? {};
  return unitCost === null
    ? `As billed. No cost per ${units ?? 'unit'}: ${unitCostReasons.join(' ')}`
    : `As billed, ${formatUnitCost(unitCost, currency, units ?? 'unit')}`;
}

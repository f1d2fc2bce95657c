import type { ReactElement } from 'react';
import { formatShare } from '../format/numbers.js';
import { count, inWords } from '../format/words.js';
import { Fact } from '../parts/Fact.js';
import { Tile } from '../parts/Tile.js';
import { useScene } from '../state/scene.js';
import { compare, type Level } from './compared.js';

/** The figures of the whole period, each against the year before. */
export function Totals({ level, children }: { readonly level: Level; readonly children?: ReactElement }): ReactElement {
  const { period, asked } = useScene();
  const { now } = level;
  const missing = (now?.missingFactors ?? []).map(({ type, country }) => `${type} in ${country.toUpperCase()}`);
  const scopes = now?.emissions;
  const cost = compare(level, 'cost', period);
  return (
    <dl className="tiles" aria-label={`Totals of ${inWords(asked.types)}`}>
      <Tile name={`Consumption of ${inWords(asked.types)}`} figure={compare(level, 'consumption', period)} />
      <Tile
        name="Emissions"
        figure={compare(level, 'emissions', period)}
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
        note={cost.value === null ? 'No invoice bills this time' : 'As billed, in the currency of the invoices'}
      />
      <Fact
        name="Time with data"
        value={formatShare(now?.coverage)}
        note={`of ${count(now?.accountCount ?? 0, 'account')}${now?.isMissing === true ? ', so totals are of what is known' : ''}`}
      />
      {children}
    </dl>
  );
}

import type { ReactElement } from 'react';
import { formatPeriod } from '../format/periods.js';
import { capital } from '../format/words.js';
import { writeAddress, type Address } from '../route/address.js';
import { go } from '../route/useAddress.js';
import { lastDaysOf } from '../state/lastDays.js';
import { stepOf, useScene } from '../state/scene.js';
import { texts } from '../texts/texts.js';
import { Choice } from './Choice.js';
import { CompareFilter } from './CompareFilter.js';
import { Folded } from './Folded.js';
import { PeriodFilter } from './PeriodFilter.js';

/**
 * Shows the filters of a view: period, comparison, length of a bar and type; or the period alone. The URL holds their
 * values.
 */
export function Filters({ hasPeriodOnly }: { readonly hasPeriodOnly: boolean }): ReactElement {
  const { address, catalogue, period, step } = useScene();
  const change = (patch: Partial<Address>): void => {
    go(writeAddress({ ...address, ...patch }), 'replace');
  };
  const { filters, steps, types } = texts();
  const energy = catalogue.types.filter(({ units }) => units === 'kWh').map(({ type }) => types[type]);
  return (
    <Folded name={filters.filtersOf(formatPeriod(period))}>
      <section className="filters" aria-label={filters.filters}>
        <PeriodFilter
          change={(chosen) => {
            change({ period: chosen });
          }}
        />
        {!hasPeriodOnly && (
          <CompareFilter
            change={(compare) => {
              change({ compare });
            }}
          />
        )}
        {!hasPeriodOnly && (
          <Choice
            name={filters.by}
            value={step}
            options={(['day', 'week', 'month'] as const).map((name) => ({ value: name, label: capital(steps[name]) }))}
            choose={(by) => {
              change({ by: by === stepOf(null, period) ? null : by });
            }}
          />
        )}
        {address.account === null && !hasPeriodOnly && (
          <Choice
            name={filters.type}
            value={address.type ?? ''}
            options={[
              ...(energy.length > 0 ? [{ value: '', label: filters.energy(energy) }] : []),
              ...catalogue.types.map(({ type, units }) => ({
                value: type,
                label: `${capital(types[type])} (${units})`,
              })),
            ]}
            choose={(type) => {
              change({ type: type === '' ? null : type });
            }}
          />
        )}
        {lastDaysOf(address.period) !== null && <p className="about">{filters.upToLast(formatPeriod(period))}</p>}
      </section>
    </Folded>
  );
}

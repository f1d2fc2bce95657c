import type { ReactElement } from 'react';
import { periodInWords } from '../format/periods.js';
import { capital, inWords } from '../format/words.js';
import { writeAddress, type Address } from '../route/address.js';
import { go } from '../route/useAddress.js';
import { lastDaysOf } from '../state/lastDays.js';
import { stepOf, useScene } from '../state/scene.js';
import { Choice } from './Choice.js';
import { CompareFilter } from './CompareFilter.js';
import { PeriodFilter } from './PeriodFilter.js';

/** The period of all that is shown, what it is compared with, in which steps, and the type; all stand in the address. */
export function Filters(): ReactElement {
  const { address, catalogue, period, step } = useScene();
  const change = (patch: Partial<Address>): void => {
    go(writeAddress({ ...address, ...patch }), 'replace');
  };
  const energy = catalogue.types.filter(({ units }) => units === 'kWh').map(({ type }) => type);
  return (
    <section className="filters" aria-label="Filters">
      <PeriodFilter
        change={(chosen) => {
          change({ period: chosen });
        }}
      />
      <CompareFilter
        change={(compare) => {
          change({ compare });
        }}
      />
      <Choice
        name="By"
        value={step}
        options={(['day', 'week', 'month'] as const).map((known) => ({ value: known, words: capital(known) }))}
        choose={(by) => {
          change({ by: by === stepOf(null, period) ? null : by });
        }}
      />
      {address.account === null && (
        <Choice
          name="Type"
          value={address.type ?? ''}
          options={[
            ...(energy.length > 0 ? [{ value: '', words: `Energy: ${inWords(energy)}` }] : []),
            ...catalogue.types.map(({ type, units }) => ({ value: type, words: `${capital(type)} (${units})` })),
          ]}
          choose={(type) => {
            change({ type: type === '' ? null : type });
          }}
        />
      )}
      {lastDaysOf(address.period) !== null && (
        <p className="about">
          {`${periodInWords(period)}: the days up to the last that any data here is of, not up to today.`}
        </p>
      )}
    </section>
  );
}

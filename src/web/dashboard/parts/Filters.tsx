import type { ReactElement } from 'react';
import { calendarOf, PARTS } from '../format/periods.js';
import { capital, inWords } from '../format/words.js';
import { writeAddress, type Address } from '../route/address.js';
import { go } from '../route/useAddress.js';
import { useScene } from '../state/scene.js';
import { Choice } from './Choice.js';

/** The period and the type of all that is shown; both stand in the address. */
export function Filters(): ReactElement {
  const { address, catalogue, period } = useScene();
  const change = (patch: Partial<Address>): void => {
    go(writeAddress({ ...address, ...patch }), 'replace');
  };
  const { year: shown, part } = calendarOf(period) ?? { year: period.from.slice(0, 4), part: '' };
  const years = [...new Set([...catalogue.years, Number(shown)])].toSorted((one, other) => other - one);
  const energy = catalogue.types.filter(({ units }) => units === 'kWh').map(({ type }) => type);
  return (
    <form className="filters" aria-label="Filters">
      <Choice
        name="Year"
        value={shown}
        options={years.map((year) => ({ value: String(year), words: String(year) }))}
        choose={(year) => {
          change({ period: `${year}${part}` });
        }}
      />
      <Choice
        name="Part"
        value={part}
        options={PARTS.map(({ suffix, words }) => ({ value: suffix, words }))}
        choose={(suffix) => {
          change({ period: `${shown}${suffix}` });
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
    </form>
  );
}

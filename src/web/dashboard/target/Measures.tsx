import type { ReactElement } from 'react';
import { capital } from '../format/words.js';
import { writeAddress } from '../route/address.js';
import { go } from '../route/useAddress.js';
import { MEASURES, useScene } from '../state/scene.js';
import { texts } from '../texts/texts.js';

/** Buttons that choose the measure of the bars. */
export function Measures(): ReactElement {
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

import { useEffect, useRef, type ReactElement } from 'react';
import { useSearch } from '../route/useAddress.js';
import type { Outage } from '../state/outage.js';
import { useTryAgain } from '../state/useTryAgain.js';

/** Says once why nothing is answered, with the one thing that helps. Going elsewhere asks again, too. */
export function OutageNote({ outage, forget }: { readonly outage: Outage; readonly forget: () => void }): ReactElement {
  const { asking, tryAgain } = useTryAgain();
  const search = useSearch();
  const asked = useRef(search);
  useEffect(() => {
    if (asked.current === search || outage.remedy === 'key') return;
    asked.current = search;
    void tryAgain();
  }, [search, outage, tryAgain]);
  return (
    <div className="failure outage-note" role="alert">
      <p>{outage.sentence} Charts keep what was answered before.</p>
      {outage.remedy === 'key' ? (
        <button type="button" onClick={forget}>
          Use another key
        </button>
      ) : (
        <button
          type="button"
          aria-disabled={asking}
          onClick={() => {
            if (!asking) void tryAgain();
          }}
        >
          {asking ? 'Asking…' : 'Try again'}
        </button>
      )}
    </div>
  );
}

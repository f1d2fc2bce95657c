import { useEffect, useRef, type ReactElement } from 'react';
import { useSearch } from '../route/useAddress.js';
import { useTryAgain, type Outage } from '../state/outage.js';
import { texts } from '../texts/texts.js';

/** Explains an outage once for the whole page, with a button for the remedy. Opening another view retries too. */
export function OutageNote({ outage, forget }: { readonly outage: Outage; readonly forget: () => void }): ReactElement {
  const words = texts().queries;
  const { isRetrying, tryAgain } = useTryAgain();
  const search = useSearch();
  const lastSearch = useRef(search);
  useEffect(() => {
    if (lastSearch.current === search || outage.remedy === 'key') return;
    lastSearch.current = search;
    void tryAgain();
  }, [search, outage, tryAgain]);
  return (
    <div className="failure outage-note" role="alert">
      <p>{`${words.outages[outage.code]} ${words.showsEarlier}`}</p>
      {outage.remedy === 'key' ? (
        <button type="button" onClick={forget}>
          {words.otherKey}
        </button>
      ) : (
        <button
          type="button"
          aria-disabled={isRetrying}
          onClick={() => {
            if (!isRetrying) void tryAgain();
          }}
        >
          {isRetrying ? words.trying : words.tryAgain}
        </button>
      )}
    </div>
  );
}

import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Fragment, useMemo, type ReactElement } from 'react';
import { createGatewayClient, GatewayError, GatewayProvider } from '../../hooks/index.js';
import { deleteStoredKey } from '../shared/storedKey.js';
import { KeyInUse } from '../shared/KeyInUse.js';
import { useKey, type KeyCheck } from '../shared/useKey.js';
import { useLanguage } from '../shared/useLanguage.js';
import { Dashboard } from './Dashboard.js';
import { LanguageChoice } from './parts/LanguageChoice.js';
import { useSiteBar } from './parts/useSiteBar.js';
import { createOutageWatch, OutageContext, outageOf } from './state/outage.js';
import { texts } from './texts/texts.js';
import { Welcome } from './Welcome.js';
import { useSession } from './generated/operations.js';

/** Data changes with imports, not by the second. "Try again" and a reload fetch it regardless of its age. */
const STALE_MS = 300_000;
/** Cached answers outlive a view, so that the dashboard can show them during an outage. */
const CACHE_MS = 1_800_000;

/** Shows the form for the key, then the dashboard. Each key gets a new cache, so no data survives a change of keys. */
export function App(): ReactElement {
  const state = useKey(checkKey);
  const { acceptedKey, label, forget } = state;
  const language = useLanguage();
  useSiteBar();
  const session = useMemo(() => {
    const outage = createOutageWatch();
    const cache = new QueryClient({
      queryCache: new QueryCache({
        onError: (error) => {
          const reported = error instanceof GatewayError ? outageOf(error) : null;
          if (reported !== null) outage.report(reported);
          if (reported?.remedy === 'key') deleteStoredKey();
        },
        onSuccess: () => {
          outage.report(null);
        },
      }),
      defaultOptions: {
        queries: { staleTime: STALE_MS, gcTime: CACHE_MS, refetchOnWindowFocus: false, networkMode: 'always' },
      },
    });
    return { client: createGatewayClient({ key: acceptedKey ?? '' }), cache, outage };
  }, [acceptedKey]);
  return (
    <>
      {acceptedKey !== null && <KeyInUse apiKey={acceptedKey} label={label} forget={forget} texts={texts().shared} />}
      {/* A change of language renders everything again, from cached answers. */}
      <Fragment key={language}>
        {acceptedKey === null ? (
          <Welcome {...state} />
        ) : (
          <QueryClientProvider client={session.cache}>
            <GatewayProvider client={session.client}>
              <OutageContext value={session.outage}>
                <Dashboard forget={forget} />
              </OutageContext>
            </GatewayProvider>
          </QueryClientProvider>
        )}
      </Fragment>
      <LanguageChoice />
    </>
  );
}

/** Checks a key with the service. Returns its label, or why it cannot be used. */
async function checkKey(key: string): Promise<KeyCheck> {
  try {
    const { viewer } = await createGatewayClient({ key }).ask(useSession.query);
    return { problem: null, label: viewer.label };
  } catch (error) {
    if (error instanceof GatewayError) {
      return { problem: { sentence: error.detail, isRefused: error.code === 'invalid-key' } };
    }
    throw error;
  }
}

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useMemo, type ReactElement } from 'react';
import { createGatewayClient, GatewayProvider } from '../../hooks/index.js';
import { KeyInUse } from '../shared/KeyInUse.js';
import { useKey } from '../shared/useKey.js';
import { Dashboard } from './Dashboard.js';
import { problemOf } from './state/problemOf.js';
import { Welcome } from './Welcome.js';

/** Data changes with imports, not by the second; "Try again" and reloading ask afresh. */
const FRESH_MS = 300_000;

/** The page: a key, then the dashboard with it. What one key read is forgotten with it. */
export function App(): ReactElement {
  const state = useKey(problemOf);
  const { used, forget } = state;
  const questions = useMemo(
    () => ({
      client: createGatewayClient({ key: used ?? '' }),
      cache: new QueryClient({
        defaultOptions: { queries: { staleTime: FRESH_MS, refetchOnWindowFocus: false, networkMode: 'always' } },
      }),
    }),
    [used],
  );
  return (
    <>
      <header className="bar">
        <p className="bar-name">
          <a href="/">Utility data gateway</a> <span>Dashboard</span>
        </p>
        {used !== null && <KeyInUse used={used} forget={forget} />}
      </header>
      {used === null ? (
        <Welcome {...state} />
      ) : (
        <QueryClientProvider client={questions.cache}>
          <GatewayProvider client={questions.client}>
            <Dashboard />
          </GatewayProvider>
        </QueryClientProvider>
      )}
    </>
  );
}

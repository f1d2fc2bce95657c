import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useGateway } from '../../../hooks/index.js';
import { useSession } from '../generated/operations.js';

/** Sends a small query. If the service responds, the outage is over, and all failed queries run again. */
export function useTryAgain(): { readonly isRetrying: boolean; readonly tryAgain: () => Promise<void> } {
  const gateway = useGateway();
  const cache = useQueryClient();
  const [isRetrying, setRetrying] = useState(false);
  const tryAgain = useCallback(async () => {
    setRetrying(true);
    try {
      await cache.query({ ...useSession.options(gateway), retry: false, staleTime: 0 });
      await cache.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
    } catch {
      // The query cache has already reported the error.
    } finally {
      setRetrying(false);
    }
  }, [cache, gateway]);
  return { isRetrying, tryAgain };
}

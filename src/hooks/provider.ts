import { createContext, createElement, useContext, type ReactElement, type ReactNode } from 'react';
import type { GatewayClient } from './client.js';

const GatewayContext = createContext<GatewayClient | null>(null);

export interface GatewayProviderProps {
  readonly client: GatewayClient;
  readonly children?: ReactNode;
}

/** Says which service, and with which key, the hooks below ask; stands within TanStack's QueryClientProvider. */
export function GatewayProvider({ client, children }: GatewayProviderProps): ReactElement {
  return createElement(GatewayContext.Provider, { value: client }, children);
}

/**
 * The client of the nearest {@link GatewayProvider}.
 * @throws Error when there is none
 */
export function useGateway(): GatewayClient {
  const client = useContext(GatewayContext);
  if (!client) throw new Error('There is no <GatewayProvider client={…}> above this component.');
  return client;
}

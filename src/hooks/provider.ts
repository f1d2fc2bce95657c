import { createContext, createElement, useContext, type ReactElement, type ReactNode } from 'react';
import type { GatewayClient } from './client.js';

const GatewayContext = createContext<GatewayClient | null>(null);

export interface GatewayProviderProps {
  readonly client: GatewayClient;
  readonly children?: ReactNode;
}

/** Provides the client to the hooks of its children. Put it inside TanStack's QueryClientProvider. */
export function GatewayProvider({ client, children }: GatewayProviderProps): ReactElement {
  return createElement(GatewayContext.Provider, { value: client }, children);
}

/**
 * Returns the client of the nearest {@link GatewayProvider}.
 * @throws Error without a provider
 */
export function useGateway(): GatewayClient {
  const client = useContext(GatewayContext);
  if (!client) throw new Error('Wrap this component in <GatewayProvider client={…}>.');
  return client;
}

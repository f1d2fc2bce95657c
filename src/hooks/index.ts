/** `utility-data-gateway-hooks`: typed TanStack Query hooks of the service. */
export { createGatewayClient, type GatewayClient, type GatewayOptions, type GatewayQuery } from './client.js';
export { GatewayError, type GatewayErrorCode, type GatewayProblem } from './error.js';
export { GatewayProvider, useGateway, type GatewayProviderProps } from './provider.js';
export {
  queryHook,
  type GatewayQueryKey,
  type GatewayQueryOptions,
  type QueryHook,
  type QueryHookOptions,
} from './queryHook.js';
export { pagesHook, type Page, type PagesHook, type PagesHookOptions, type Rows } from './pagesHook.js';
export * from './generated/operations.js';

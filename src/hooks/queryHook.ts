import { useQuery, type QueryFunctionContext, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query';
import type { GatewayClient, GatewayQuery } from './client.js';
import type { GatewayError } from './error.js';
import { fingerprint } from './fingerprint.js';
import { useGateway } from './provider.js';
import { retryDelay, shouldRetry } from './retry.js';

/** The parameters of a hook. Variables are optional if all of them are. */
export type Given<Variables, Rest extends readonly unknown[] = []> =
  Record<string, never> extends Variables
    ? [variables?: Variables, ...rest: Rest]
    : [variables: Variables, ...rest: Rest];

export type GatewayQueryKey = readonly unknown[];

/** The options of a query for TanStack Query. */
export interface GatewayQueryOptions<Result> {
  readonly queryKey: GatewayQueryKey;
  readonly queryFn: (context: Pick<QueryFunctionContext, 'signal'>) => Promise<Result>;
  readonly retry: (failures: number, error: GatewayError<Result>) => boolean;
  readonly retryDelay: (failures: number, error: GatewayError<Result>) => number;
}

/** The options of TanStack Query, except those that define the query. */
export type QueryHookOptions<Result, Selected> = Omit<
  UseQueryOptions<Result, GatewayError<Result>, Selected>,
  'queryKey' | 'queryFn'
>;

/** The hook of a query. */
export interface QueryHook<Result, Variables> {
  <Selected = Result>(
    ...given: Given<Variables, [options?: QueryHookOptions<Result, Selected>]>
  ): UseQueryResult<Selected, GatewayError<Result>>;
  readonly query: GatewayQuery<Result, Variables>;
  /** Returns the options for use outside the hook: `fetchQuery`, `prefetchQuery`, `useQueries`, `useSuspenseQuery`. */
  readonly options: (client: GatewayClient, ...given: Given<Variables>) => GatewayQueryOptions<Result>;
  /** Returns the prefix of the query's keys, to find or invalidate them. Without variables, it matches all variables. */
  readonly key: (client: GatewayClient, variables?: Variables) => GatewayQueryKey;
}

/**
 * Creates the hook of a query. Generated files call this.
 * @param text the query with its fragments
 */
export function queryHook<Result, Variables>(name: string, text: string): QueryHook<Result, Variables> {
  const query: GatewayQuery<Result, Variables> = { name, text };
  // Different documents may use the same name for different queries.
  const id = `${name} ${fingerprint(text)}`;
  const key = ({ identity }: GatewayClient, variables?: Variables): GatewayQueryKey => [
    'utility-data-gateway',
    identity,
    id,
    ...(variables === undefined ? [] : [variables]),
  ];
  const optionsOf = (client: GatewayClient, variables: Variables | undefined): GatewayQueryOptions<Result> => ({
    queryKey: key(client, variables),
    queryFn: ({ signal }) => client.ask(query, variables, signal),
    retry: shouldRetry,
    retryDelay,
  });
  const use = <Selected = Result>(
    ...[variables, more]: Given<Variables, [options?: QueryHookOptions<Result, Selected>]>
  ): UseQueryResult<Selected, GatewayError<Result>> => {
    const client = useGateway();
    return useQuery({ ...optionsOf(client, variables), ...more });
  };
  return Object.assign(use, {
    query,
    key,
    options: (client: GatewayClient, ...[variables]: Given<Variables>) => optionsOf(client, variables),
  });
}

import { useQuery, type QueryFunctionContext, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query';
import type { GatewayClient, GatewayQuery } from './client.js';
import type { GatewayError } from './error.js';
import { fingerprint } from './fingerprint.js';
import { useGateway } from './provider.js';
import { retryDelay, shouldRetry } from './retry.js';

/** Variables may be left out where every one of them may. */
export type Given<Variables, Rest extends readonly unknown[] = []> =
  Record<string, never> extends Variables
    ? [variables?: Variables, ...rest: Rest]
    : [variables: Variables, ...rest: Rest];

export type GatewayQueryKey = readonly unknown[];

/** What TanStack Query needs to know of a question. */
export interface GatewayQueryOptions<Result> {
  readonly queryKey: GatewayQueryKey;
  readonly queryFn: (context: Pick<QueryFunctionContext, 'signal'>) => Promise<Result>;
  readonly retry: (failures: number, error: GatewayError<Result>) => boolean;
  readonly retryDelay: (failures: number, error: GatewayError<Result>) => number;
}

/** TanStack Query's options of a hook, but for what makes the question. */
export type QueryHookOptions<Result, Selected> = Omit<
  UseQueryOptions<Result, GatewayError<Result>, Selected>,
  'queryKey' | 'queryFn'
>;

/** The hook of one query. */
export interface QueryHook<Result, Variables> {
  <Selected = Result>(
    ...given: Given<Variables, [options?: QueryHookOptions<Result, Selected>]>
  ): UseQueryResult<Selected, GatewayError<Result>>;
  readonly query: GatewayQuery<Result, Variables>;
  /** The same question outside of components: for `fetchQuery`, `prefetchQuery`, `useQueries`, `useSuspenseQuery`. */
  readonly options: (client: GatewayClient, ...given: Given<Variables>) => GatewayQueryOptions<Result>;
  /** What the keys of this query begin with, to find or invalidate them; without variables, of all of them. */
  readonly key: (client: GatewayClient, variables?: Variables) => GatewayQueryKey;
}

/**
 * Makes the hook of a query; generated files call this.
 * @param text the query with its fragments
 */
export function queryHook<Result, Variables>(name: string, text: string): QueryHook<Result, Variables> {
  const query: GatewayQuery<Result, Variables> = { name, text };
  // Two documents may give the same name to different queries.
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

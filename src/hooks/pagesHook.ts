import { useInfiniteQuery, type UseInfiniteQueryOptions, type UseInfiniteQueryResult } from '@tanstack/react-query';
import type { GatewayError } from './error.js';
import { useGateway } from './provider.js';
import type { GatewayQueryKey, Given, QueryHook } from './queryHook.js';
import { retryDelay, shouldRetry } from './retry.js';

/** A page of a list in an answer of the service. */
export interface Page<Row> {
  readonly total: number;
  readonly skip: number;
  readonly data: readonly Row[];
}

/** The rows of all fetched pages, in order. */
export interface Rows<Row> {
  /** The number of rows of the list, as reported by the last fetched page. */
  readonly total: number;
  readonly rows: readonly Row[];
}

/** The options of TanStack Query, except those that define the query. */
export type PagesHookOptions<Result, Row> = Omit<
  UseInfiniteQueryOptions<Result, GatewayError<Result>, Rows<Row>, GatewayQueryKey, number>,
  'queryKey' | 'queryFn' | 'select' | 'initialPageParam' | 'getNextPageParam' | 'getPreviousPageParam'
>;

/** The hook for infinite scrolling of a list. The variable `page` selects the first page. */
export type PagesHook<Result, Variables, Row> = (
  ...given: Given<Variables, [options?: PagesHookOptions<Result, Row>]>
) => UseInfiniteQueryResult<Rows<Row>, GatewayError<Result>>;

/**
 * Creates the infinite hook of a list. Generated files call this.
 * @param hook the hook of the query for one page
 * @param pageOf returns the page in a result
 */
export function pagesHook<Result, Variables extends { readonly page?: number | null | undefined }, Row>(
  { query, key }: QueryHook<Result, Variables>,
  pageOf: (result: Result) => Page<Row> | null | undefined,
): PagesHook<Result, Variables, Row> {
  return (...[variables, more]) => {
    const client = useGateway();
    return useInfiniteQuery({
      queryKey: [...key(client, variables), 'pages'],
      // Variables are omitted only if all of them are optional.
      queryFn: ({ pageParam, signal }) => client.ask(query, { ...variables, page: pageParam } as Variables, signal),
      initialPageParam: variables?.page ?? 1,
      getNextPageParam: (last, _pages, page) => (hasMore(pageOf(last)) ? page + 1 : undefined),
      select: ({ pages }) => ({
        total: pages.map(pageOf).at(-1)?.total ?? 0,
        rows: pages.flatMap((result) => pageOf(result)?.data ?? []),
      }),
      retry: shouldRetry,
      retryDelay,
      ...more,
    });
  };
}

function hasMore(page: Page<unknown> | null | undefined): boolean {
  return page !== null && page !== undefined && page.data.length > 0 && page.skip + page.data.length < page.total;
}

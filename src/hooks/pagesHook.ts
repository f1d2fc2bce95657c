import { useInfiniteQuery, type UseInfiniteQueryOptions, type UseInfiniteQueryResult } from '@tanstack/react-query';
import type { GatewayError } from './error.js';
import { useGateway } from './provider.js';
import type { GatewayQueryKey, Given, QueryHook } from './queryHook.js';
import { retryDelay, shouldRetry } from './retry.js';

/** A page of a list, as the service answers it. */
export interface Page<Row> {
  readonly total: number;
  readonly skip: number;
  readonly data: readonly Row[];
}

/** The rows of all pages that have been fetched, in order. */
export interface Rows<Row> {
  /** Of the list as of its last page, fetched or not. */
  readonly total: number;
  readonly rows: readonly Row[];
}

/** TanStack Query's options of a hook, but for what makes the question. */
export type PagesHookOptions<Result, Row> = Omit<
  UseInfiniteQueryOptions<Result, GatewayError<Result>, Rows<Row>, GatewayQueryKey, number>,
  'queryKey' | 'queryFn' | 'select' | 'initialPageParam' | 'getNextPageParam' | 'getPreviousPageParam'
>;

/** The hook of a list, page after page; `page` of its variables is the first one. */
export type PagesHook<Result, Variables, Row> = (
  ...given: Given<Variables, [options?: PagesHookOptions<Result, Row>]>
) => UseInfiniteQueryResult<Rows<Row>, GatewayError<Result>>;

/**
 * Makes the hook that goes through a list; generated files call this.
 * @param hook of the query that has one page
 * @param pageOf where the page is in its result
 */
export function pagesHook<Result, Variables extends { readonly page?: number | null | undefined }, Row>(
  { query, key }: QueryHook<Result, Variables>,
  pageOf: (result: Result) => Page<Row> | null | undefined,
): PagesHook<Result, Variables, Row> {
  return (...[variables, more]) => {
    const client = useGateway();
    return useInfiniteQuery({
      queryKey: [...key(client, variables), 'pages'],
      // Variables are left out only where every one of them may be.
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

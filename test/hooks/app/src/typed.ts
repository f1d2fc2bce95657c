import type { GatewayClient, GatewayError } from 'utility-data-gateway-hooks';
import { useAccounts, useConsumption, useInfiniteAccounts } from 'utility-data-gateway-hooks';
import { useBuilding, useInfiniteBills, useWhoAsks } from './gateway.js';

/** What is typed, and what does not compile; nothing here is run. */
export function Typed({ client }: { readonly client: GatewayClient }): unknown {
  const building = useBuilding({ id: 'x', startDate: '2024-01-01', endDate: '2024-12-31' });
  const figure: number | null | undefined = building.data?.asset?.consumption?.consumption;
  const error: GatewayError | null = building.error;
  const rest: string | null | undefined = building.error?.data?.asset?.siteName;
  const scopes = useWhoAsks(undefined, { select: ({ viewer }) => viewer.scopes.length, staleTime: 1_000 });
  const count: number | undefined = scopes.data;
  const accounts = useAccounts();
  const type: 'electricity' | string | undefined = accounts.data?.accounts?.data[0]?.type;
  const names = useInfiniteAccounts({ filter: { type: { eq: 'gas' } }, limit: 10 }).data?.rows.map(({ name }) => name);
  const ids: readonly string[] | undefined = useInfiniteBills().data?.rows.map(({ _id }) => _id);
  const cost = useConsumption({ startDate: '2024-01-01', endDate: '2024-12-31', source: 'invoice', withCost: true });
  const sum: number | null | undefined = cost.data?.consumption?.cost;
  if (error?.code === 'rate-limited') return error.retryAfter;
  return [figure, rest, count, type, names, ids, sum, wrong(client)];
}

const wrong = (client: GatewayClient): readonly unknown[] => [
  // @ts-expect-error id is missing
  useBuilding.options(client, { startDate: '2024-01-01', endDate: '2024-12-31' }),
  // @ts-expect-error variables are missing
  useBuilding.options(client),
  // @ts-expect-error there is no such type
  useAccounts.options(client, { filter: { type: { eq: 'petrol' } } }),
  // @ts-expect-error limit is a number
  useAccounts.options(client, { limit: '10' }),
  // @ts-expect-error there is no such code
  (error: GatewayError) => error.code === 'rate-limitted',
  // @ts-expect-error what makes the question is not an option
  () => useAccounts({}, { queryKey: ['mine'] }),
];

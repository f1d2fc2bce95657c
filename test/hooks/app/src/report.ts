import { createInterface } from 'node:readline';
import { QueryClient } from '@tanstack/react-query';
import * as hooks from 'utility-data-gateway-hooks';
import { useBuilding, useOwner } from './gateway.js';

/** A line of standard input. */
interface Question {
  readonly address: string;
  readonly key: string;
  readonly question: string;
  readonly id: string;
}

const year = { startDate: '2023-01-01', endDate: '2023-12-31' };
const some = { sort: '_id:desc', limit: 7, page: 2 };

/** What can be asked by a client, whose queries nothing has asked before. */
const questionsOf = (
  client: hooks.GatewayClient,
  queries: QueryClient,
  id: string,
): Readonly<Record<string, () => Promise<unknown>>> => ({
  building: () => queries.fetchQuery(useBuilding.options(client, { id, ...year })),
  owner: () => queries.fetchQuery(useOwner.options(client, { id })),
  account: () => queries.fetchQuery(hooks.useAccount.options(client, { id })),
  accounts: () => queries.fetchQuery(hooks.useAccounts.options(client)),
  noPage: () => queries.fetchQuery(hooks.useAccounts.options(client, { limit: 0 })),
  asset: () => queries.fetchQuery(hooks.useAsset.options(client, { id })),
  assets: () => queries.fetchQuery(hooks.useAssets.options(client, some)),
  invoice: () => queries.fetchQuery(hooks.useInvoice.options(client, { id })),
  invoices: () => queries.fetchQuery(hooks.useInvoices.options(client, some)),
  readings: () => {
    const filter = { accountId: { eq: id }, type: { eq: 'A' } };
    return queries.fetchQuery(hooks.useReadings.options(client, { filter }));
  },
  nonCumulative: () => queries.fetchQuery(hooks.useNonCumulative.options(client, some)),
  deletions: () => {
    const filter = { resource: { eq: 'invoices' } };
    return queries.fetchQuery(hooks.useDeletions.options(client, { filter }));
  },
  emissions: () => queries.fetchQuery(hooks.useEmissions.options(client, year)),
  consumption: () => {
    const asked = { ...year, accountId: id, withAccountId: true };
    return queries.fetchQuery(hooks.useConsumption.options(client, asked));
  },
  everyFigure: () => {
    const flags = { emissions: true, dayNight: true, floorArea: true, capacityInfo: true, showCounts: true };
    const more = { meterUserBreakdown: true, contractCoverage: true, showSimulated: true, withAccountId: true };
    const asked = { ...year, granularity: 'weekly', accountId: id, ...flags, ...more } as const;
    return queries.fetchQuery(hooks.useConsumption.options(client, asked));
  },
  cost: () => {
    const asked = { ...year, source: 'invoice', accountId: id, withAccountId: true } as const;
    const money = { withBreakdown: false, withCost: true, withRates: true };
    return queries.fetchQuery(hooks.useConsumption.options(client, { ...asked, ...money }));
  },
  aborted: () => {
    const controller = new AbortController();
    const asked = client.ask(hooks.useAccounts.query, {}, controller.signal);
    controller.abort();
    return asked;
  },
});

let requests = 0;
const { fetch } = globalThis;
globalThis.fetch = (...given) => {
  requests += 1;
  return fetch(...given);
};

/** Asks a question without React. */
const report = async ({ address, key, question, id }: Question): Promise<object> => {
  requests = 0;
  const questions = questionsOf(hooks.createGatewayClient({ address, key }), new QueryClient(), id);
  const asked = questions[question]?.() ?? Promise.reject(new Error(`There is no question ${question}.`));
  const outcome = await asked.then(
    (data) => ({ data }),
    (thrown: Error) =>
      thrown instanceof hooks.GatewayError
        ? { error: { ...thrown, detail: thrown.detail, cause: undefined } }
        : { thrown: thrown.name },
  );
  return { ...outcome, requests };
};

// A line of JSON for each: one after the other.
for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await report(JSON.parse(line) as Question))}\n`);
}

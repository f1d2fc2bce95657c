import { QueryClient } from '@tanstack/react-query';
import * as hooks from 'utility-data-gateway-hooks';
import { useBuilding, useOwner } from './gateway.js';

/** Asks one question without React, and prints what came: `node report.js <address> <key> <question> <id>`. */
const [, , address = '', key = '', question = '', id = ''] = process.argv;
const client = hooks.createGatewayClient({ address, key });
const queries = new QueryClient();
const year = { startDate: '2023-01-01', endDate: '2023-12-31' };
const some = { sort: '_id:desc', limit: 7, page: 2 };

const QUESTIONS: Readonly<Record<string, () => Promise<unknown>>> = {
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
};

let requests = 0;
const { fetch } = globalThis;
globalThis.fetch = (...given) => {
  requests += 1;
  return fetch(...given);
};
const outcome = await (QUESTIONS[question]?.() ?? Promise.reject(new Error(`There is no question ${question}.`))).then(
  (data) => ({ data }),
  (thrown: Error) =>
    thrown instanceof hooks.GatewayError
      ? { error: { ...thrown, detail: thrown.detail, cause: undefined } }
      : { thrown: thrown.name },
);
process.stdout.write(JSON.stringify({ ...outcome, requests }));

import { expect } from 'vitest';
import type { TestServer } from '../support/server.js';

interface Finding {
  readonly _id: string;
  readonly kind: string;
  readonly invoiceIds: readonly string[];
  readonly quantity: number | null;
  readonly cost: number | null;
  readonly share: number | null;
}

interface Checked {
  readonly _id: string;
  readonly check: {
    readonly quantity: { readonly result: string; readonly difference: number | null; readonly percent: number | null };
    readonly sum: { readonly result: string; readonly difference: number | null };
    readonly rates: {
      readonly result: string;
      readonly rates: readonly { readonly result: string; readonly percent: number }[];
    };
    readonly lines: {
      readonly result: string;
      readonly lines: readonly { readonly difference: number | null; readonly result: string }[];
    };
    readonly price: { readonly result: string; readonly percent: number | null };
    readonly tax: { readonly result: string };
  };
  readonly findings: { readonly data: readonly Finding[] };
}

const QUERY = `query ($page: Int!) {
  invoices(limit: 300, page: $page, sort: "_id:asc") {
    total
    data {
      _id
      check {
        quantity { result difference percent }
        sum { result difference }
        rates { result rates { result percent } }
        lines { result lines { result difference } }
        price { result percent }
        tax { result }
      }
      findings(filter: { resolvedAt: { eq: null } }) { data { _id kind invoiceIds quantity cost share } }
    }
  }
}`;

/** The kinds of findings that a check decides, with the part of the check. */
const PARTS = {
  ...{ 'bill-units-differ': 'quantity', 'bill-sum-differs': 'sum', 'bill-rate-changed': 'rates' },
  ...{ 'bill-line-differs': 'lines', 'bill-price-changed': 'price', 'bill-tax-differs': 'tax' },
} as const satisfies Readonly<Record<string, keyof Checked['check']>>;

/** Every invoice that a key sees, with its check and its findings. */
async function allChecked(server: TestServer, key: string): Promise<readonly Checked[]> {
  const all: Checked[] = [];
  for (let page = 1; ; page += 1) {
    const { body, text } = await server.graphql<{ invoices: { total: number; data: readonly Checked[] } }>(
      ...[QUERY, { page }, key],
    );
    expect(body.errors, text).toBeUndefined();
    all.push(...(body.data?.invoices.data ?? []));
    if (all.length >= (body.data?.invoices.total ?? 0)) return all;
  }
}

/**
 * Compares every check with the findings: a check differs exactly where a finding of its kind exists, and a finding's
 * figures are the sums of the checks of its bills.
 * @returns the number of compared findings, by kind
 */
export async function expectAlike(server: TestServer, key: string): Promise<Readonly<Record<string, number>>> {
  const checked = await allChecked(server, key);
  const checks = new Map(checked.map((one) => [one._id, one.check]));
  const found = new Map(checked.flatMap(({ findings }) => findings.data.map((one) => [one._id, one] as const)));
  const counts: Record<string, number> = {};
  for (const [kind, part] of Object.entries(PARTS)) {
    const own = [...found.values()].filter((one) => one.kind === kind);
    counts[kind] = own.length;
    const named = new Set(own.flatMap(({ invoiceIds }) => invoiceIds));
    for (const { _id, check } of checked) {
      expect({ _id, kind, differs: check[part].result === 'differs' }).toEqual({ _id, kind, differs: named.has(_id) });
    }
    for (const { _id, invoiceIds, quantity, cost, share } of own) {
      const bills = invoiceIds.flatMap((id) => checks.get(id) ?? []);
      if (part === 'quantity') {
        const sum = bills.reduce((all, check) => all + (check.quantity.difference ?? NaN), 0);
        expect(quantity, _id).toBeCloseTo(sum, 4);
        expect((share ?? 0) * 100, _id).toBeCloseTo(furthest(bills.map((check) => check.quantity.percent ?? 0)), 3);
      } else if (part === 'sum') {
        expect(cost, _id).toBeCloseTo(
          bills.reduce((all, check) => all + (check.sum.difference ?? NaN), 0),
          4,
        );
      } else if (part === 'lines') {
        const wrong = bills.flatMap((check) => check.lines.lines.filter(({ result }) => result === 'differs'));
        expect(cost ?? 0, _id).toBeCloseTo(
          wrong.reduce((all, { difference }) => all + (difference ?? 0), 0),
          4,
        );
      } else if (part === 'price') {
        expect((share ?? 0) * 100, _id).toBeCloseTo(furthest(bills.map(({ price }) => price.percent ?? 0)), 3);
      } else if (part === 'rates') {
        const changes = bills.flatMap((check) => check.rates.rates.filter(({ result }) => result === 'differs'));
        expect((share ?? 0) * 100, _id).toBeCloseTo(furthest(changes.map(({ percent }) => percent)), 3);
      }
    }
  }
  return counts;
}

/** The one that is furthest from 0. */
function furthest(values: readonly number[]): number {
  return values.reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a), 0);
}

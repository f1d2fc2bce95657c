import { Kind, print, visit, type DocumentNode } from 'graphql';
import { describe, expect, it } from 'vitest';
import { readOperations } from '../../src/data/schemaTexts.js';
import { PORTFOLIO } from '../support/portfolio.js';
import { servePortfolio } from '../support/served.js';

const INVOICE = PORTFOLIO.invoices.find(({ accountId }) => typeof accountId === 'string');
const GROUP = String(PORTFOLIO['asset-groups'][0]?._id);
const YEAR = { startDate: '2023-01-01', endDate: '2023-12-31', accountType: ['electricity'] };

/** The variables of the operations that need some. */
const VARIABLES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  account: { id: INVOICE?.accountId },
  asset: { id: PORTFOLIO.assets[0]?._id },
  invoice: { id: INVOICE?._id },
  invoiceCheck: { id: INVOICE?._id },
  consumption: { ...YEAR, assetGroupId: GROUP, source: 'invoice' },
  emissions: YEAR,
  figures: { ...YEAR, by: 'asset', source: 'invoice', limit: 5 },
};

interface Asked {
  readonly name: string;
  readonly document: DocumentNode;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** The prepared operations, with every option on. One finding has the fields of those of the list. */
const ALL: readonly Asked[] = readOperations().flatMap((document) => {
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  const name = operation?.name?.value ?? '';
  const flags = (operation?.variableDefinitions ?? [])
    .filter(({ defaultValue }) => defaultValue?.kind === Kind.BOOLEAN)
    .map(({ variable }) => [variable.name.value, variable.name.value !== 'minimal'] as const);
  return name === 'finding'
    ? []
    : [{ name, document, variables: { ...Object.fromEntries(flags), ...VARIABLES[name] } }];
});

/** Removes the house directive, which the service does not know, and adds `__typename` to every selection but the outermost. */
function clientText(document: DocumentNode, withTypes: boolean): string {
  const typename = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } } as const;
  return print(
    visit(document, {
      Directive: ({ name }) => (name.value === 'get' ? null : undefined),
      SelectionSet: {
        leave: (node, _key, parent) =>
          withTypes && parent !== undefined && !('operation' in parent)
            ? { ...node, selections: [...node.selections, typename] }
            : undefined,
      },
    }),
  );
}

function withoutTypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTypes);
  if (typeof value !== 'object' || value === null) return value;
  const own = Object.entries(value).filter(([name]) => name !== '__typename');
  return Object.fromEntries(own.map(([name, inner]) => [name, withoutTypes(inner)]));
}

describe('Apollo Client and urql, which add `__typename` to every selection', () => {
  const { server, key } = servePortfolio('pglite');

  it.each(ALL)('get for $name the same data as without it', async ({ document, variables }) => {
    const plain = await server().graphql(clientText(document, false), variables, key());
    const typed = await server().graphql(clientText(document, true), variables, key());
    expect(typed.body.errors).toBeUndefined();
    expect(withoutTypes(typed.body.data)).toEqual(plain.body.data);
    expect(typed.text).toContain('__typename');
  });
});

import { describe, expect, it } from 'vitest';
import { Components, type JsonSchema } from '../../src/rest/openapi/components.js';
import { openapiDocument } from '../../src/rest/openapi/document.js';

import { buildSchema } from '../../src/run/createCore.js';

const DOCUMENT = openapiDocument({ core: buildSchema(), maxLimit: 1_000, maxPeriods: 50_000 });
const { schemas } = DOCUMENT.components as { readonly schemas: Readonly<Record<string, JsonSchema>> };

/** Returns the paths of all JSON objects that hold a key; examples are data, not schemas. */
function pathsOf(key: string, value: unknown, path = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value)
    .filter(([name]) => name !== 'example' && name !== 'examples')
    .flatMap(([name, child]) => pathsOf(key, child, `${path}/${name}`));
  return Object.hasOwn(value, key) ? [path, ...inner] : inner;
}

const NAMED = /^\/components\/schemas\/\w+$/;
const unnamed = (key: string): readonly string[] => pathsOf(key, DOCUMENT).filter((path) => !NAMED.test(path));

describe('the schemas of the OpenAPI document', () => {
  it('name every enum, in parameters and responses', () => {
    expect(unnamed('enum')).toEqual([]);
    expect(schemas.UtilityType?.enum).toContain('electricity');
    expect(schemas.InvoicesSort?.enum).toContain('values.invoiceDate:desc');
  });

  it('name every object with properties', () => {
    expect(unnamed('properties')).toEqual([]);
    expect(schemas.Asset?.properties).toMatchObject({ address: { $ref: '#/components/schemas/Address' } });
  });

  it('have one name for each definition', () => {
    const names = new Map<string, string[]>();
    for (const [name, schema] of Object.entries(schemas)) {
      const text = JSON.stringify(schema);
      names.set(text, [...(names.get(text) ?? []), name]);
    }
    expect([...names.values()].filter(({ length }) => length > 1)).toEqual([]);
    expect(schemas.Findings?.properties).toMatchObject({ data: { items: { $ref: '#/components/schemas/Finding' } } });
  });

  it('are all used, and every reference resolves', () => {
    const used = new Set(
      [...JSON.stringify(DOCUMENT).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name),
    );
    expect([...used].toSorted()).toEqual(Object.keys(schemas).toSorted());
  });

  it('limit the number of elements of every page and of all periods', () => {
    const most = Object.entries(schemas).flatMap(([name, { properties }]) => {
      const { data } = (properties ?? {}) as Readonly<Record<string, JsonSchema | undefined>>;
      return data && name !== 'InvoiceFindings' ? [[name, data.maxItems]] : [];
    });
    expect(Object.fromEntries(most)).toEqual({
      ...Object.fromEntries(
        ['Accounts', 'Assets', 'Deletions', 'Findings', 'Invoices', 'NonCumulative', 'Readings'].map((name) => [
          name,
          1_000,
        ]),
      ),
      ...{ Consumption: 50_000, Emissions: 50_000, Figures: 50_000 },
    });
  });

  it('reject two different schemas with the same name', () => {
    const components = new Components();
    expect(components.name('A', { type: 'string' })).toEqual(components.name('A', { type: 'string' }));
    expect(() => components.name('A', { type: 'number' })).toThrow('two schemas of the OpenAPI document are named A');
  });
});

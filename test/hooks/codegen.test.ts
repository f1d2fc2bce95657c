import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, Kind, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { plugin } from '../../src/codegen/plugin.js';
import { SCALARS } from '../../src/codegen/scalars.js';
import { PACKAGE_ROOT } from '../../src/config/root.js';

const read = (path: string): string => readFileSync(join(PACKAGE_ROOT, path), 'utf8');
const SCHEMA = buildSchema(read('schema/generated.graphql'));
const PAGE = '{ total skip data { _id } }';

/** What is generated for a document, beside the types. */
async function hooksOf(text: string): Promise<string> {
  const made = await plugin(SCHEMA, [{ location: 'own.graphql', document: parse(text) }], {});
  return typeof made === 'string' ? made : made.content;
}

describe('the hooks that codegen generates', () => {
  it('are one for each query, named after it', async () => {
    const made = await hooksOf(
      'query sites { assets { total } } query my_site($id: ID!) { asset(id: $id) { siteName } }',
    );
    expect([...made.matchAll(/export const (\w+)/g)].map((match) => match[1])).toEqual(['useSites', 'useMy_Site']);
    expect(made).toContain('queryHook<My_SiteQuery, My_SiteQueryVariables>');
  });

  it.each([
    [`query a($page: Int! = 1) { accounts(page: $page) ${PAGE} }`, 'result.accounts'],
    [`query a($page: Int) { mine: accounts(limit: 5, page: $page) ${PAGE} }`, 'result.mine'],
    [`query a { accounts ${PAGE} }`, null],
    [`query a($page: Int) { accounts(page: $page) { total data { _id } } }`, null],
    [`query a($page: Int) { accounts(page: $page) { count: total skip data { _id } } }`, null],
    [`query a($page: Int) { accounts(page: $page) ${PAGE} assets { total } }`, null],
    [`query a($page: Int!) { account(id: "x") { invoices(page: $page) ${PAGE} } }`, null],
  ])('%s has a hook for page after page: %s', async (text, list) => {
    const made = await hooksOf(text);
    if (list === null) expect(made).not.toContain('useInfinite');
    else expect(made).toContain(`useInfiniteA = /* #__PURE__ */ pagesHook(useA, (result) => ${list})`);
  });

  it('send each fragment that a query needs once, and no directive of its operation', async () => {
    const made = await hooksOf(
      `query a @get(path: "/x") { accounts { data { ...one ...two } } }
      fragment one on Account { ...two } fragment two on Account { _id } fragment three on Account { name }`,
    );
    const sent: unknown = JSON.parse(/'a', (".*")\)/.exec(made)?.[1] ?? '');
    expect(String(sent).match(/fragment \w+/g)).toEqual(['fragment one', 'fragment two']);
    expect(sent).not.toContain('@get');
  });

  it('are rejected for an operation without a name or one that is not a query', async () => {
    await expect(hooksOf('{ viewer { userId } }')).rejects.toThrow('An operation has no name');
    await expect(hooksOf('mutation change { x }')).rejects.toThrow(
      'change is a mutation, but the service is read-only',
    );
  });

  it('have a type for every scalar of the schema', () => {
    const own = Object.values(SCHEMA.getTypeMap()).filter(
      ({ astNode }) => astNode?.kind === Kind.SCALAR_TYPE_DEFINITION,
    );
    expect(Object.keys(SCALARS).toSorted()).toEqual(own.map(({ name }) => name).toSorted());
  });
});

import fc from 'fast-check';

/** A schema with a field of every shape. The test decides what its resolvers return. */
export const SDL = `
  type Query { one: Node, sure: Node!, many: [Node], all: [Node!]!, word: String, broken: [[Node]] }
  type Node {
    id: ID! text: String word: String! number: Float count: Int flag: Boolean colour: Colour colours: [Colour!]
    texts: [String] words: [String!] sureWords: [String!]! any: Any sureAny: Any!
    asked(times: Int = 2, of: Input): String
    one: Node sure: Node! many(first: Int): [Node] all: [Node!]! lists: [[Node!]] kin(of: Int): Node
  }
  input Input { text: String, number: Int! = 1 }
  enum Colour { RED GREEN }
  scalar Any`;

const LEAVES = 'id text word number count flag colour colours texts words sureWords any sureAny __typename'.split(' ');
const LINKS = ['one', 'sure', 'many', 'some: many(first: $n)', 'all', 'lists', 'kin', 'kin', 'other: kin(of: $n)'];
const CONDITIONS = ['', '', '', '@include(if: $yes)', '@skip(if: $no)', '@include(if: $no)', '@skip(if: false)'];

const leaf = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...LEAVES) },
  fc.constantFrom('asked', 'a: asked(times: $n)', 'b: asked(of: { text: "a" })', 'c: asked(of: { text: $text })'),
  fc.constantFrom('again: word', 'also: number', 'id @include(if: $yes) @skip(if: $no)'),
);

/** A selection on a Node. */
const { selection } = fc.letrec<{ selection: string; part: string }>((tie) => ({
  selection: fc
    .array(tie('part'), { minLength: 1, maxLength: 5, depthIdentifier: 'query' })
    .map((parts) => `{ ${parts.join(' ')} }`),
  part: fc.oneof(
    { depthIdentifier: 'query', maxDepth: 4 },
    fc.tuple(leaf, fc.constantFrom(...CONDITIONS)).map(([name, when]) => `${name} ${when}`),
    fc
      .tuple(fc.constantFrom(...LINKS), fc.constantFrom(...CONDITIONS), tie('selection'), fc.boolean())
      .map(
        ([name, when, inner, named]) =>
          `${named && !name.includes(':') ? `l${name.length}x${name.charCodeAt(0)}: ` : ''}${name} ${when} ${inner}`,
      ),
    fc.tuple(fc.constantFrom(...CONDITIONS), tie('selection')).map(([when, inner]) => `... ${when} ${inner}`),
    fc.constantFrom('...Some', '... on Node { ...Other }'),
  ),
}));

/** A document over {@link SDL}; some do not validate. */
export const randomQuery: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(fc.tuple(fc.constantFrom('one', 'sure', 'many', 'all', 'broken'), selection, fc.nat(2)), {
      minLength: 1,
      maxLength: 3,
    }),
    selection,
    selection,
  )
  .map(
    ([roots, some, other]) => `
    query Random($yes: Boolean!, $no: Boolean = false, $n: Int, $text: String) {
      ${roots.map(([name, inner, n]) => `r${n}${name}: ${name} ${inner}`).join(' ')} word __typename
    }
    fragment Some on Node ${some.replaceAll('...Some', 'id').replaceAll('...Other', 'text')}
    fragment Other on Node ${other.replaceAll('...Some', 'id').replaceAll('...Other', 'text')}`,
  );

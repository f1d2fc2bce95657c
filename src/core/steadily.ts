import { getNamedType, type GraphQLSchema, isObjectType, Kind, type SelectionSetNode } from 'graphql';
import type { Resources } from '../data/resource.js';
import { readState } from '../data/state.js';
import { freshContext, type Metadata, type RequestContext } from './context.js';
import type { Operation } from './execution/executor.js';
import { CHECK_TYPE, FIGURES_TYPE, PAGE_SUFFIX } from './names.js';

/** How often an answer is made before it is given without the state that it came from. */
const MOST = 3;

/**
 * Makes an answer of several snapshots, as of several servers, which have none in common: what was asked between two moments at
 * which the data was at the same version, all of it was of that version. While imports write it is made again, a few times.
 * @param make the answer, each time in a context that has found nothing yet
 * @returns the answer with the state that it came from; without it, where the data has changed meanwhile each time, or the version is
 *   unknown
 */
export async function steadily<T extends Metadata>(
  context: RequestContext,
  make: (context: RequestContext) => Promise<T>,
): Promise<T> {
  const { queryable, access, caller } = context.consumption;
  for (let attempt = 1; ; attempt += 1) {
    const before = await readState(queryable, access, caller);
    const made = await make(freshContext(context));
    if (before.isUnsettled) return made;
    const after = await readState(queryable, access, caller);
    if (before.version === after.version) return { ...made, state: before };
    if (attempt === MOST) return made;
  }
}

/**
 * Whether an operation asks for what is not all of one snapshot: a check, beside its invoice; where the data is distributed, what is
 * not all on the first server, figures, or records that are distributed by account.
 */
export function isOfSeveralSnapshots(
  { node, fragments }: Pick<Operation, 'node' | 'fragments'>,
  schema: GraphQLSchema,
  resources: Resources,
  isDistributed: boolean,
): boolean {
  const seen = new Set<string>();
  const isSpread = (type: string): boolean =>
    type === FIGURES_TYPE || (resources.get(type)?.distributedBy ?? '') !== '';
  const isApart = (type: string): boolean => type === CHECK_TYPE || (isDistributed && isSpread(type));
  const asks = (set: SelectionSetNode | undefined, parent: string): boolean =>
    set?.selections.some((selection) => {
      if (selection.kind === Kind.INLINE_FRAGMENT) {
        return asks(selection.selectionSet, selection.typeCondition?.name.value ?? parent);
      }
      const name = selection.name.value;
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        if (seen.has(name)) return false;
        seen.add(name);
        const fragment = fragments[name];
        return asks(fragment?.selectionSet, fragment?.typeCondition.name.value ?? parent);
      }
      const of = schema.getType(parent);
      const type = isObjectType(of) ? getNamedType(of.getFields()[name]?.type) : undefined;
      if (!isObjectType(type)) return false;
      const record = type.name.endsWith(PAGE_SUFFIX) ? type.name.slice(0, -PAGE_SUFFIX.length) : type.name;
      return isApart(record) || asks(selection.selectionSet, type.name);
    }) ?? false;
  return asks(node.selectionSet, schema.getQueryType()?.name ?? '');
}

import { Kind, type SelectionNode } from 'graphql';
import { CONDITIONS } from '../figureParameters.js';

/** A condition of a selection: a variable of the operation is true, or false. */
export interface Condition {
  readonly variable: string;
  readonly holds: boolean;
}

/** Returns the conditions of @include and @skip on a node. */
export function conditionsOf(node: SelectionNode): readonly Condition[] {
  return (node.directives ?? []).flatMap(({ name, arguments: given }) => {
    const value = given?.find((argument) => argument.name.value === 'if')?.value;
    if (value?.kind !== Kind.VARIABLE) return [];
    return [{ variable: value.name.value, holds: name.value === 'include' }];
  });
}

/**
 * Whether the answer always contains a field.
 * @param alternatives the conditions of each selection of the field
 */
export function isAlways(alternatives: readonly (readonly Condition[])[]): boolean {
  const single = (variable: string, holds: boolean): boolean =>
    alternatives.some(([one, ...more]) => one?.variable === variable && one.holds === holds && more.length === 0);
  return alternatives.some(
    ([one, ...more]) => !one || (more.length === 0 && single(one.variable, true) && single(one.variable, false)),
  );
}

/** Returns the conditions of a selection as a sentence, or '' without conditions. */
export function sentenceOf(conditions: readonly Condition[]): string {
  const words = (holds: boolean): string =>
    conditions
      .filter((condition) => condition.holds === holds)
      .map(({ variable }) => CONDITIONS[variable]?.when ?? `\`${variable}=true\``)
      .join(' and ');
  const [when, unless] = [words(true), words(false)];
  if (when === '') return unless === '' ? '' : `Unless ${unless}.`;
  return `When ${when}${unless === '' ? '' : `, unless ${unless}`}.`;
}

import DataLoader from 'dataloader';
import { answerLevels } from '../consumption/answers.js';
import type { Level } from '../consumption/question.js';
import { AppError } from '../errors/appError.js';
import { levelOf, questionOf, requireLevel } from './consumptionArguments.js';
import type { FieldPlanner } from './fieldPlan.js';
import { requireScope, type Resolver } from './resolvers.js';

/** Everything of the accounts comes with their scope (contract 5). */
const SCOPE = 'read:accounts';

/** Figures of a record, of the level that its identifier names; all parents of a field are one batch. */
export function recordConsumption(level: keyof Level, { planOf, placeOf }: FieldPlanner): Resolver {
  return (parent, args, context, info) => {
    requireScope(context.viewer, SCOPE, 'consumption');
    const id = parent?._id;
    if (typeof id !== 'string') return null;
    const place = placeOf(info);
    let loader = context.loaders.get(place);
    if (!loader) {
      const question = questionOf(args, context, false);
      const { selection } = planOf(info);
      loader = new DataLoader((ids) => {
        context.onBatch(`${info.parentType.name}.${info.fieldName}`, ids.length);
        const levels = ids.map((own): Level => ({ [level]: own }));
        return answerLevels(context.consumption, levels, question, selection);
      });
      context.loaders.set(place, loader);
    }
    return loader.load(id);
  };
}

/** Figures of the level that arguments name, or of all that the viewer may see. */
export function levelConsumption(
  { planOf }: FieldPlanner,
  { emissionsOnly, portfolio }: { readonly emissionsOnly: boolean; readonly portfolio: boolean },
): Resolver {
  return async (_, args, context, info) => {
    requireScope(context.viewer, SCOPE, 'consumption');
    const question = questionOf(args, context, emissionsOnly);
    const level = levelOf(args);
    if (!portfolio) requireLevel(level, question);
    const [row] = await answerLevels(context.consumption, [level], question, planOf(info).selection, level);
    if (row instanceof AppError) throw row;
    return row ?? null;
  };
}

import DataLoader from 'dataloader';
import { AppError } from '../errors/appError.js';
import type { Level } from '../consumption/question.js';
import { answerLevels } from './consumptionAnswer.js';
import { askedOf, levelOf, requireLevel, requireScope } from './consumptionAsked.js';
import type { Resolver } from './resolvers.js';
import { selectionOf } from './selection.js';

/** Figures of a record, of the level that its identifier names; all parents of a field are one batch. */
export function recordConsumption(level: keyof Level): Resolver {
  return (parent, args, context, info) => {
    requireScope(context);
    const id = parent?._id;
    if (typeof id !== 'string') return null;
    let loader = context.loaders.get(info.fieldNodes);
    if (!loader) {
      const asked = askedOf(args, context, false);
      const selection = selectionOf(info);
      loader = new DataLoader((ids) => {
        context.onBatch(`${info.parentType.name}.${info.fieldName}`, ids.length);
        const levels = ids.map((own): Level => ({ [level]: own }));
        return answerLevels(context, levels, asked, selection);
      });
      context.loaders.set(info.fieldNodes, loader);
    }
    return loader.load(id);
  };
}

/** Figures of the level that arguments name, or of all that the viewer may see. */
export function levelConsumption({
  emissionsOnly,
  portfolio,
}: {
  emissionsOnly: boolean;
  portfolio: boolean;
}): Resolver {
  return async (_, args, context, info) => {
    requireScope(context);
    const asked = askedOf(args, context, emissionsOnly);
    const level = levelOf(args);
    if (!portfolio) requireLevel(level, asked.question);
    const [row] = await answerLevels(context, [level], asked, selectionOf(info), level);
    if (row instanceof AppError) throw row;
    return row ?? null;
  };
}

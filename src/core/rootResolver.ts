import type { Resource, Resources } from '../data/resource.js';
import { levelConsumption } from './consumption.js';
import type { FieldPlanner } from './fieldPlan.js';
import { FIGURES_TYPE, PAGE_SUFFIX } from './names.js';
import { rankedResolver } from './ranking.js';
import { findResolver, listResolver, type Resolver, viewerResolver } from './resolvers.js';

/** A root field of a resource finds one; of its page, lists. */
export function rootResolver(field: string, type: string, resources: Resources, planner: FieldPlanner): Resolver {
  const one: Resource | undefined = resources.get(type);
  if (one) return findResolver(one, planner);
  const many = type.endsWith(PAGE_SUFFIX) ? resources.get(type.slice(0, -PAGE_SUFFIX.length)) : undefined;
  if (many) return rankedResolver(many, listResolver(many, resources, planner), resources, planner);
  if (type === 'Viewer') return viewerResolver;
  if (type === FIGURES_TYPE) {
    const emissionsOnly = field === 'emissions';
    return levelConsumption(planner, { emissionsOnly, portfolio: emissionsOnly });
  }
  throw new Error(`schema/types/query.graphql: ${field} is of type ${type}, which is not a resource`);
}

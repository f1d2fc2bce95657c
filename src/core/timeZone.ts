import { readColumns } from '../data/columns.js';
import type { Column, Resource } from '../data/resource.js';
import { zoneOfCountry } from '../values/timeZone.js';
import type { FieldPlanner } from './fieldPlan.js';
import { recordLoader } from './recordLoader.js';
import type { Resolver } from './resolvers.js';

/** What an import says; the field of the API is never without a value. */
const IMPORTED: Column = {
  path: 'timeZone',
  name: 'time_zone',
  kind: 'text',
  list: false,
  nullable: true,
  choices: [],
};

/** The time zone of an asset: as imported, else by its country, else the default; all parents of a field are one batch. */
export function recordTimeZone(resource: Resource, { placeOf }: FieldPlanner): Resolver {
  const identifier = resource.columns.get('_id');
  const columns = readColumns([...(identifier ? [identifier] : []), IMPORTED]);
  return async (parent, _, context, info) => {
    const id = parent?._id;
    if (typeof id !== 'string') return null;
    const place = placeOf(info);
    let loader = context.loaders.get(place);
    if (!loader) {
      loader = recordLoader(`${info.parentType.name}.${info.fieldName}`, context, 1, async (ids) => {
        const found = await context.reads.byIds(resource, ids, columns);
        const zones = new Map(found.map((row) => [row._id, row.timeZone]));
        return ids.map((own) => zones.get(own) ?? null);
      });
      context.loaders.set(place, loader);
    }
    const imported = await loader.load(id);
    if (typeof imported === 'string') return imported;
    const country = countryOf(parent?.address);
    return (country === null ? null : zoneOfCountry(country)) ?? context.defaultTimeZone;
  };
}

function countryOf(address: unknown): string | null {
  const country: unknown = typeof address === 'object' && address !== null ? Reflect.get(address, 'countryCode') : null;
  return typeof country === 'string' ? country : null;
}

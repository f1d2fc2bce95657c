import { pick } from '../generate/hash.js';
import type { Building } from './files.js';
import { SAMPLE_ENTITY_IDS } from './ids.js';

/** Villages around Cambridge. The published data has no names, so none of these is a building's real name. */
const NAMES = (
  'Abington Arrington Babraham Barrington Barton Bassingbourn Bottisham Bourn Boxworth Burwell Cambourne Caxton ' +
  'Comberton Conington Coton Cottenham Croxton Croydon Dullingham Elsworth Eltisley Eversden Fulbourn Gamlingay ' +
  'Girton Grantchester Graveley Guilden Hardwick Hatley Harlton Harston Haslingfield Hauxton Hildersham Histon ' +
  'Horningsea Ickleton Impington Kingston Landbeach Linton Litlington Lolworth Longstanton Madingley Melbourn Meldreth ' +
  'Milton Newton Oakington Orwell Pampisford Quy Rampton Sawston Shelford Stapleford'
).split(' ');

/** The use of a site, and the entity that holds it. */
export interface Use {
  readonly assetType: string;
  /** The end of the name of such a site. */
  readonly suffix: string;
  readonly entityId: string;
}

const { research, teaching, services } = SAMPLE_ENTITY_IDS;

const LARGE: readonly [Use, ...Use[]] = [
  { assetType: 'Laboratory', suffix: 'Laboratory', entityId: research },
  { assetType: 'Laboratory', suffix: 'Institute', entityId: research },
  { assetType: 'Library', suffix: 'Library', entityId: teaching },
];

const SMALL: readonly [Use, ...Use[]] = [
  { assetType: 'Laboratory', suffix: 'Laboratory', entityId: research },
  { assetType: 'Education', suffix: 'Lecture Block', entityId: teaching },
  { assetType: 'Education', suffix: 'Building', entityId: teaching },
  { assetType: 'Office', suffix: 'House', entityId: services },
  { assetType: 'Office', suffix: 'Court', entityId: services },
  { assetType: 'Museum', suffix: 'Museum', entityId: teaching },
];

/** Returns the invented use of a building. Large buildings are laboratories and libraries. */
export function useOf({ id, floorArea }: Building): Use {
  return pick(`use:${id}`, floorArea > 9_000 ? LARGE : SMALL);
}

/** Returns the invented name of a building. All names differ. */
export function siteName(building: Building, index: number): string {
  const round = Math.floor(index / NAMES.length);
  const name = NAMES[index % NAMES.length] ?? '';
  return `${name} ${useOf(building).suffix}${round === 0 ? '' : ` ${round + 1}`}`;
}

/** Returns the site code that the asset and its accounts share: `CU-002` for `b2`. */
export function siteCode(building: string): string {
  return `CU-${building.slice(1).padStart(3, '0')}`;
}

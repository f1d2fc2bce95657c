import { pick, pickInteger } from './hash.js';

interface Campus {
  readonly name: string;
  readonly slug: string;
  readonly streets: readonly [string, ...string[]];
  /** Outward code and sector, for example `CB3 0`. */
  readonly postcodeSector: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** The parts of the city with sites. A part with two entries gets twice as many sites. */
const CAMPUSES: readonly [Campus, ...Campus[]] = [
  area('West', ['Madingley Rise', 'Clerk Maxwell Road', 'Ada Lovelace Road'], 'CB3 0', 52.2105, 0.0905),
  area('West', ['Charles Babbage Road', 'High Cross'], 'CB3 0', 52.2088, 0.0865),
  area('Backs', ['West Road', 'Grange Road', 'Sidgwick Avenue'], 'CB3 9', 52.2015, 0.1085),
  area('Downing', ['Downing Street', 'Tennis Court Road', 'Pembroke Street'], 'CB2 3', 52.2025, 0.1225),
  area('Trumpington', ['Trumpington Street', 'Fitzwilliam Street'], 'CB2 1', 52.1995, 0.1185),
  area('South', ['Hills Road', 'Robinson Way', 'Long Road'], 'CB2 0', 52.1765, 0.1405),
];

/** The letters of the last two characters of a postcode. */
const LETTERS = 'ABDEFGHJLNPQRSTUWXYZ';

/** Returns the part of the city that contains a site. */
export function campusOf(site: string): { readonly name: string; readonly slug: string } {
  return pick(`campus:${site}`, CAMPUSES);
}

/** Returns an invented address in a real postcode sector, by the contract's field names. */
export function addressOf(site: string): Readonly<Record<string, string>> {
  const campus = pick(`campus:${site}`, CAMPUSES);
  const letter = (index: number): string =>
    LETTERS.charAt(pickInteger(`postcode:${site}:${index}`, 0, LETTERS.length - 1));
  // At most about 300 m from the middle.
  const coordinate = (middle: number, axis: string): string =>
    (middle + pickInteger(`${axis}:${site}`, -30, 30) / 10_000).toFixed(6);
  return {
    'address.streetAddress': `${pickInteger(`house:${site}`, 1, 98)} ${pick(`street:${site}`, campus.streets)}`,
    'address.locality': 'Cambridge',
    'address.region': 'Cambridgeshire',
    'address.postCode': `${campus.postcodeSector}${letter(0)}${letter(1)}`,
    'address.countryCode': 'gb',
    'address.latitude': coordinate(campus.latitude, 'latitude'),
    'address.longitude': coordinate(campus.longitude, 'longitude'),
  };
}

function area(
  name: string,
  streets: readonly [string, ...string[]],
  postcodeSector: string,
  latitude: number,
  longitude: number,
): Campus {
  return { name, slug: name.toLowerCase(), streets, postcodeSector, latitude, longitude };
}

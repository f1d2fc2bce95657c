import { nameKey } from '../../data/findByName.js';
import { suggest } from '../../errors/suggest.js';
import { createFinder, type FormatContext } from './context.js';
import { meterText, type MeterMatch, type MeterAccount, type MeterName } from './meters.js';

/** The most accounts that a message names. */
const MAX_NAMED = 3;

/**
 * Creates the look-up of a file that names meters by number or by the name of an account. Finds a number first, then a
 * name within the company, and ignores case. An unmatched meter is listed with the nearest name or number.
 */
export function createNamedFinder(context: FormatContext): (meter: MeterName) => MeterMatch {
  const { accounts, owner } = context.meters;
  const find = createFinder(context);
  const named = new Map<string, MeterAccount[]>();
  for (const account of accounts) {
    const key = nameKey(account.name ?? '');
    if (key !== '') named.set(key, [...(named.get(key) ?? []), account]);
  }
  const all = accounts.flatMap(({ name, meterPointNumber, meterSerialNumber }) =>
    [name, meterPointNumber, meterSerialNumber].filter((text) => typeof text === 'string'),
  );
  return (meter) => {
    const match = find(meter);
    if (!('unmatched' in match)) return match;
    const text = meterText(meter);
    const [account, ...others] = named.get(nameKey(text)) ?? [];
    if (account === undefined) {
      const near = suggest(text, all);
      return { unmatched: near === undefined ? text : `${text} (nearest: ${near})` };
    }
    if (others.length === 0) return { account };
    const same = [account, ...others];
    const list = same.slice(0, MAX_NAMED).map(({ id, meterPointNumber: point, meterSerialNumber: serial }) => {
      const number = point ?? serial;
      return number === null ? id : `${id} (${number})`;
    });
    const more = same.length > MAX_NAMED ? ' …' : '';
    return {
      problem: `is ambiguous: ${same.length} accounts of ${owner} have the name ${JSON.stringify(text)} (${list.join(', ')}${more}); write the meter number instead of the name`,
    };
  };
}

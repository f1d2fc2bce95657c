import type { VisibleSnapshot } from '../data/database.js';
import { NOTHING, raw, sql } from '../data/sql.js';
import { SLOTS } from '../usage/grid.js';
import { SLOT_COLUMNS } from '../usage/usageRows.js';
import type { Groups } from './usageOfGroups.js';
import { daysIn, eachRow, RUNS_PER_DAY, slotRows, type SlotSource } from './slotRows.js';

/** The quantities of the slots of some days of a group, and which have any. */
export interface SlotSums {
  readonly quantity: Float64Array;
  readonly present: Uint8Array;
}

type DayQuantities = Readonly<Record<string, number | null>> & { readonly group: number; readonly day: number };

/** Reads what the slots of groups of accounts add up to, and nothing else; what has nothing is not there. */
export async function readSlotSums(
  snapshot: VisibleSnapshot,
  groups: Groups,
  source: SlotSource,
): Promise<ReadonlyMap<number, SlotSums>> {
  const { range } = source;
  const length = (range.to - range.from) * SLOTS;
  const slots = new Map<number, SlotSums>();
  const of = (group: number): SlotSums => {
    const found = slots.get(group) ?? { quantity: new Float64Array(length), present: new Uint8Array(length) };
    slots.set(group, found);
    return found;
  };
  // The rows of one account need no sums, which take the database longer than the rows.
  const isOne = groups.keys.length === 1;
  const sums = raw(SLOT_COLUMNS.map((name) => (isOne ? `u.${name}` : `sum(u.${name}) as ${name}`)).join(', '));
  const together = isOne ? NOTHING : sql` group by 1, 2`;
  await Promise.all([
    eachRow(
      range,
      new Set(groups.groups).size,
      (part) =>
        slotRows(snapshot, groups, { ...source, range: part }).days<DayQuantities>(
          (days) => sql`select g."group", u.day, ${sums} from ${days}${together}`,
        ),
      (row) => {
        const { quantity, present } = of(row.group);
        let index = (row.day - range.from) * SLOTS;
        for (const name of SLOT_COLUMNS) {
          const sum = row[name] ?? null;
          if (sum !== null) {
            quantity[index] = (quantity[index] ?? 0) + sum;
            present[index] = 1;
          }
          index += 1;
        }
      },
    ),
    eachRow(
      range,
      groups.keys.length * RUNS_PER_DAY,
      (part) => slotRows(snapshot, groups, { ...source, range: part }).runs(),
      (run, part) => {
        const [{ quantity, present }, days] = [of(run.group), daysIn(run, part)];
        for (let index = (days.from - range.from) * SLOTS; index < (days.to - range.from) * SLOTS; index += 1) {
          quantity[index] = (quantity[index] ?? 0) + run.quantity / SLOTS;
          present[index] = 1;
        }
      },
    ),
  ]);
  return slots;
}

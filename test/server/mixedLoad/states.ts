import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Listed } from '../../support/model.js';
import { ENTITIES, PORTFOLIO, type PlainRecord, type Portfolio } from '../../support/portfolio.js';
import { at } from '../../support/random.js';
import { CHANGES } from '../../support/twin.js';

/** What imports change, one resource after the other, and then back again. */
const CHANGED = ['assets', 'accounts', 'invoices', 'non-cumulative'] as const satisfies readonly Listed[];
type Changed = (typeof CHANGED)[number];

/** States that the data passes through: in each one resource more has changed, and then one less. */
export const STATES = 2 * CHANGED.length;

/** The first account with nothing that depends on its entity but its intervals; the ones before it have invoices. */
const FIRST_TO_MOVE = 45;
/** So few that an import of accounts is one part, and so one transaction. */
const ACCOUNTS_WITH_OTHER_VALUES = 20;
const ASSETS_TO_MOVE = 10;

const indexOfAccount = ({ accountId }: PlainRecord): number =>
  PORTFOLIO.accounts.findIndex(({ _id }) => _id === accountId);

/** An electricity meter that no import changes, with more intervals than an export reads at once. */
export const LONG_ACCOUNT = at(
  PORTFOLIO.accounts.filter(
    ({ type }, n) => n >= ACCOUNTS_WITH_OTHER_VALUES && n < FIRST_TO_MOVE && type === 'electricity',
  ),
  0,
);
const LONG = Array.from({ length: 2_500 }, (_, index): PlainRecord => {
  const start = Date.UTC(2022, 0, 1) + index * 1_800_000;
  return {
    _id: `d0000000000000000000${index.toString(16).padStart(4, '0')}`,
    accountId: LONG_ACCOUNT._id,
    value: 1 + (index % 48) / 8,
    startTimestamp: new Date(start).toISOString(),
    endTimestamp: new Date(start + 1_800_000).toISOString(),
    type: 'electricity',
    unit: 'kwh',
    createdAt: '2023-01-01T00:00:00.000Z',
    updatedAt: '2023-01-01T00:00:00.000Z',
  };
});

/** The portfolio as it is in the first state. */
export const FIRST: Portfolio = { ...PORTFOLIO, 'non-cumulative': [...PORTFOLIO['non-cumulative'], ...LONG] };

/** Another entity of the same company. */
function elsewhere(record: PlainRecord): PlainRecord {
  const own = ENTITIES.filter(
    (id) => id < 'e00000000000000000000020' === (record.companyId === at(PORTFOLIO.companies, 0)._id),
  );
  return { ...record, entityId: at(own, (own.findIndex((id) => id === record.entityId) + 1) % own.length) };
}

/** What is billed over centuries takes seconds to compute. */
const isBilledForAges = ({ values }: PlainRecord): boolean => {
  const { startDate, endDate, totalUnits } = values as PlainRecord;
  const year = (date: unknown): number => Number(String(date).slice(0, 4));
  return totalUnits !== null && year(endDate) - year(startDate) > 10;
};

/** Which records of a resource are changed, and how; null: it stays. */
const OTHERS: Readonly<Record<Changed, (record: PlainRecord, index: number) => PlainRecord | null>> = {
  assets: (record, index) => (index < ASSETS_TO_MOVE ? elsewhere(record) : CHANGES.assets(record, index)),
  accounts: (record, index) => {
    if (index >= FIRST_TO_MOVE) return elsewhere(record);
    if (index >= ACCOUNTS_WITH_OTHER_VALUES) return null;
    // What has it recomputed, the changed invoices and intervals do in less time.
    const { name, capacity, meterUser, tags } = CHANGES.accounts(record, index);
    return { ...record, name, capacity, meterUser, tags };
  },
  // Those of no account are a part of their own.
  invoices: (record, index) =>
    record.accountId === null || isBilledForAges(record) ? null : CHANGES.invoices(record, index),
  'non-cumulative': (record, index) =>
    indexOfAccount(record) < FIRST_TO_MOVE ? CHANGES['non-cumulative'](record, index) : null,
};

/** An import that brings the data from a state into the next. */
export interface Change {
  readonly resource: Changed;
  readonly records: readonly PlainRecord[];
  /** The same as a file. */
  readonly file: string;
}

/**
 * Writes the files of the imports.
 * @returns of each state, the import that brings the next
 */
export function writeChanges(folder: string): readonly Change[] {
  mkdirSync(folder, { recursive: true });
  const write = (resource: Changed, to: string, records: readonly PlainRecord[]): Change => {
    const file = join(folder, `${resource}-${to}.ndjson`);
    writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    return { resource, records, file };
  };
  const pairs = CHANGED.map((resource) => {
    const changed = PORTFOLIO[resource].flatMap((before, index) => {
      const after = OTHERS[resource](before, index);
      return after === null ? [] : [{ before, after }];
    });
    return {
      there: write(
        resource,
        'there',
        changed.map(({ after }) => after),
      ),
      back: write(
        resource,
        'back',
        changed.map(({ before }) => before),
      ),
    };
  });
  return [...pairs.map(({ there }) => there), ...pairs.map(({ back }) => back)];
}

/** Which states the data could be in, from moment to moment (`performance.now`). */
export class Timeline {
  /** A change that ends at infinity is under way. */
  readonly #changes: { readonly from: number; to: number; readonly before: number; readonly after: number }[] = [];
  #now = 0;

  /** The state that the data is in, or was in before the change that is under way. */
  get state(): number {
    return this.#now;
  }

  /** A change begins: from now on the data may be in the next state. @returns says that it is */
  begin(): () => void {
    const change = { from: performance.now(), to: Infinity, before: this.#now, after: (this.#now + 1) % STATES };
    this.#changes.push(change);
    return () => {
      change.to = performance.now();
      this.#now = change.after;
    };
  }

  /** The states that it could be in from one moment to another. */
  between(from: number, to: number): ReadonlySet<number> {
    const before = this.#changes.findLast((change) => change.to < from);
    const meanwhile = this.#changes.filter((change) => change.to >= from && change.from <= to);
    return new Set([before?.after ?? 0, ...meanwhile.flatMap((change) => [change.before, change.after])]);
  }
}

import type { Account } from '../../consumption/reference/records.js';
import { DAY, dayOf } from '../../consumption/reference/time.js';
import { afterContract, billGaps, duplicates, estimatedBills, overlaps, tooLong } from './billDayRules.js';
import { linesDiffer, pricesChanged, taxesDiffer } from './billLineRules.js';
import { ratesChanged, sumsDiffer } from './billMoneyRules.js';
import { billsOf } from './bills.js';
import { estimatedRuns, flatLines, gaps, negatives, spikes, zeroRuns } from './dataRules.js';
import { daysOf, type Days } from './days.js';
import { joined, type Expected, type Seen } from './found.js';
import { registerFalls, registerJumps, repeatedRecords, unitsDiffer } from './meterRules.js';
import { DEFAULTS, type FindingRecords, type Thresholds } from './records.js';
import { littleGas, unitSteps } from './unitRules.js';
import { baseloadRises, clockDays, nightUses, weekendUses } from './useRules.js';

const isExpected = ({ status, isVirtual }: Account): boolean => status !== 'inactive' && isVirtual !== true;

/**
 * Computes all findings of some records by docs/findings.md, slowly and without code of src. Sorted by account, kind
 * and start.
 * @param now milliseconds: data dated after its day does not count as the newest data
 */
export function referenceFindings(
  records: FindingRecords,
  { now, thresholds = DEFAULTS }: { readonly now: number; readonly thresholds?: Thresholds },
): readonly Expected[] {
  const accounts = records.accounts ?? [];
  const days = new Map(accounts.map((account) => [account._id, daysOf(records, account)]));
  const found = accounts.flatMap((account) => {
    const own = days.get(account._id) ?? new Map<never, never>();
    const kinds = { ...inData(records, account, own, thresholds), ...inBills(records, account, own, thresholds) };
    const late = lateIn(accounts, days, account, now, thresholds['finding-late-days']);
    return Object.entries({ ...kinds, late }).flatMap(([kind, seen]) => joined(kind, account._id, seen));
  });
  return found.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** The sort key of findings, also of the service's. */
export const keyOf = ({ accountId, kind, from }: Pick<Expected, 'accountId' | 'kind' | 'from'>): string =>
  `${accountId} ${kind} ${from}`;

/** Countries with one time zone, among those of the records. */
const ZONES: Readonly<Record<string, string>> = { gb: 'Europe/London' };

/** The time zone of an account's asset, else that of its country, else UTC. */
function zoneOf(records: FindingRecords, account: Account): string {
  const asset = records.assets?.find(({ _id }) => _id === account.assetId);
  return asset?.timeZone ?? ZONES[countryOf(records, account)] ?? 'UTC';
}

/** The highest tax rates of the countries of the records, in percent. */
const HIGHEST_TAX: Readonly<Record<string, number>> = { gb: 20, au: 10 };

function countryOf({ assets = [] }: FindingRecords, { assetId }: Account): string {
  return assets.find(({ _id }) => _id === assetId)?.address?.countryCode ?? '';
}

type ByKind = Readonly<Record<string, readonly Seen[]>>;

function inData(records: FindingRecords, account: Account, days: Days, of: Thresholds): ByKind {
  const { type } = account;
  const isUse = type !== 'temperature';
  const isCounted = type === 'electricity' || type === 'water';
  const unitSuspect = [...unitSteps(days, account), ...littleGas(days, account, of['finding-unit-suspect-gas-kwh'])];
  const unit = type === 'water' ? 'm3' : 'kwh';
  const clock = isCounted ? clockDays(days, zoneOf(records, account)) : new Map<never, never>();
  const bills = billsOf(records, account);
  const sizeOf = (kind: 'night' | 'weekend') => ({
    percent: of[`finding-${kind}-use-percent`],
    least: of[`finding-${kind}-use-${unit}`],
    leastCost: of[`finding-${kind}-use-cost`],
    bills,
  });
  return {
    gap: isExpected(account) ? gaps(days, of['finding-gap-hours']) : [],
    'flat-line': flatLines(days, account, of['finding-flat-line-days']),
    'zero-run': isCounted ? zeroRuns(days, of['finding-zero-run-days']) : [],
    spike: isUse ? spikes(days, account, of['finding-spike-times']) : [],
    negative: isUse ? negatives(days) : [],
    'register-fall': registerFalls(records, account),
    'register-jump': isUse
      ? registerJumps(records, account, {
          times: of['finding-register-jump-times'],
          least: of[`finding-register-jump-${unit}`],
        })
      : [],
    'estimated-run': estimatedRuns(days, of['finding-estimated-run-days']),
    'duplicate-records': repeatedRecords(records, account),
    'unit-suspect': isUse ? unitSuspect : [],
    'baseload-rise': isCounted ? baseloadRises(days, of['finding-baseload-rise-percent']) : [],
    'night-use': nightUses(days, clock, sizeOf('night')),
    'weekend-use': weekendUses(days, clock, sizeOf('weekend')),
  };
}

function inBills(records: FindingRecords, account: Account, days: Days, of: Thresholds): ByKind {
  const bills = billsOf(records, account);
  const percent = of['finding-bill-units-differ-percent'];
  const lines = linesDiffer(bills, of['finding-bill-line-differs-percent']);
  const rates = ratesChanged(bills, of['finding-bill-rate-changed-percent']);
  return {
    'bill-line-differs': lines,
    'bill-price-changed': pricesChanged(bills, of['finding-bill-price-changed-percent'], [...lines, ...rates]),
    'bill-tax-differs': taxesDiffer(bills, HIGHEST_TAX[countryOf(records, account)] ?? Infinity),
    'bill-duplicate': duplicates(bills),
    'bill-overlap': overlaps(bills, of['finding-bill-overlap-days']),
    'bill-gap': billGaps(bills, of['finding-bill-gap-days']),
    'bill-too-long': tooLong(bills, of['finding-bill-too-long-days']),
    'bill-estimated': estimatedBills(bills, of['finding-bill-estimated-bills']),
    'bill-units-differ': unitsDiffer(records, account, { days, bills, percent }),
    'bill-sum-differs': sumsDiffer(bills, of['finding-bill-sum-differs-percent']),
    'bill-rate-changed': rates,
    'bill-after-contract': afterContract(records, account, bills, of['finding-bill-after-contract-days']),
  };
}

/**
 * An active account whose data lags behind the newest of its entity (or of its company if it has none) and behind its
 * own longest gap.
 */
function lateIn(
  accounts: readonly Account[],
  days: ReadonlyMap<string, Days>,
  account: Account,
  now: number,
  least: number,
): readonly Seen[] {
  const daysUpToNow = ({ _id }: Account): readonly number[] =>
    [...(days.get(_id)?.keys() ?? [])].filter((day) => day <= dayOf(now));
  const others = accounts.filter(
    (other) =>
      isExpected(other) &&
      other.companyId === account.companyId &&
      (!account.entityId || other.entityId === account.entityId),
  );
  const newest = Math.max(...others.flatMap(daysUpToNow));
  const own = daysUpToNow(account);
  const last = own.at(-1);
  if (!isExpected(account) || last === undefined) return [];
  const recent = own.filter((day) => day > last - 90 * DAY);
  const longest = Math.max(0, ...recent.slice(1).map((day, index) => day - (recent[index] ?? day) - DAY));
  const isLate = newest - last > least * DAY && newest - last > 2 * longest;
  return isLate ? [{ from: last + DAY, to: newest + DAY }] : [];
}

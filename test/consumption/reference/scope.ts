import type { Account, Asset, Question, Records, UtilityType } from './records.js';
import { canonicalUnit } from './units.js';

/** The accounts and assets of a request. */
export interface Scope {
  /** The accounts whose figures count */
  readonly accounts: readonly Account[];
  /** The expected accounts */
  readonly expected: readonly Account[];
  /** All assets of the target, whatever accounts they have */
  readonly levelAssets: readonly Asset[];
  /** The assets that the accounts belong to */
  readonly assets: readonly Asset[];
  /** The requested types, else those found */
  readonly types: readonly string[];
  readonly units: string | null;
}

const list = (text: string | undefined): readonly string[] => text?.split(',').map((item) => item.trim()) ?? [];

export function scopeOf(records: Records, question: Question): Scope {
  const { accountId, assetId, entityId, assetGroupId } = question;
  const types = list(question.accountType);
  const tags = list(question.tags);
  const allAssets = records.assets ?? [];
  const group = records.assetGroups?.find(({ _id }) => _id === assetGroupId);
  const inGroup = (id: string | null | undefined): boolean => group?.assetIds.some((member) => member === id) ?? false;

  const accounts = (records.accounts ?? []).filter(
    (account) =>
      (accountId === undefined ? account.isVirtual !== true : account._id === accountId) &&
      (assetId === undefined || account.assetId === assetId) &&
      (entityId === undefined || account.entityId === entityId) &&
      (assetGroupId === undefined || inGroup(account.assetId)) &&
      (question.accountType === undefined || types.includes(account.type)) &&
      (question.tags === undefined || tags.some((tag) => account.tags?.includes(tag) ?? false)),
  );
  const asked = records.accounts?.find(({ _id }) => _id === accountId);
  const levelAssets = allAssets.filter(
    (asset) =>
      (accountId === undefined || asset._id === asked?.assetId) &&
      (assetId === undefined || asset._id === assetId) &&
      (entityId === undefined || asset.entityId === entityId) &&
      (assetGroupId === undefined || inGroup(asset._id)),
  );
  const meant: readonly UtilityType[] = accounts.map(({ type }) => type);
  const found = question.accountType === undefined ? meant : types;
  const [first] = found;
  return {
    accounts,
    expected: accounts.filter(({ status }) => accountId !== undefined || status !== 'inactive'),
    levelAssets,
    assets: allAssets.filter(({ _id }) => accounts.some((account) => account.assetId === _id)),
    types: found,
    units: first === undefined ? null : unitOf(first),
  };
}

function unitOf(type: string): string {
  for (const known of ['electricity', 'gas', 'water', 'waste', 'solar', 'heating', 'flow', 'cooling'] as const) {
    if (known === type) return canonicalUnit(known);
  }
  return canonicalUnit('temperature');
}

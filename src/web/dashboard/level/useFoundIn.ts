import { useMemo } from 'react';
import { addDays } from '../format/days.js';
import { useLevelFindings, type LevelFindingsQuery } from '../generated/operations.js';
import { useScene } from '../state/scene.js';

export type Found = NonNullable<LevelFindingsQuery['findings']>['data'][number];

const NONE: readonly Found[] = [];

/** The open findings of the building or account that is looked at, of its types, in the period; none for a key without their scope. */
export function useFoundIn(): readonly Found[] {
  const { address, asked, catalogue, period } = useScene();
  const { account, building } = address;
  const filter = {
    ...(account === null ? { assetId: { eq: building } } : { accountId: { eq: account } }),
    status: { eq: 'open' as const },
    startDate: { lt: `${addDays(period.to, 1)}T00:00:00.000Z` },
    endDate: { gt: `${period.from}T00:00:00.000Z` },
  };
  const isAsked = catalogue.scopes.includes('read:findings') && (account ?? building) !== null;
  const found = useLevelFindings({ filter }, { enabled: isAsked, select: ({ findings }) => findings?.data ?? NONE });
  const all = found.data ?? NONE;
  return useMemo(() => all.filter(({ account: own }) => own !== null && asked.types.includes(own.type)), [all, asked]);
}

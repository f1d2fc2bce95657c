import { useMemo } from 'react';
import { useTargetFindings, type TargetFindingsQuery } from '../generated/operations.js';
import { touching } from '../state/findings.js';
import { useScene } from '../state/scene.js';

export type PeriodFinding = NonNullable<TargetFindingsQuery['findings']>['data'][number];

/** The open findings of a period that the charts show. */
interface PeriodFindings {
  readonly findings: readonly PeriodFinding[];
  /** The number of further findings of all types, beyond the limit. */
  readonly more: number;
}

/** The maximum number of findings: more outlines would overlap. */
const MAX_FINDINGS = 200;
const NONE: PeriodFindings = { findings: [], more: 0 };

/**
 * Loads the open findings of the current building or account in the period, restricted to the types of the scene. Empty
 * for a key without the scope `read:findings`.
 */
export function usePeriodFindings(): PeriodFindings {
  const { address, variables, catalogue, period } = useScene();
  const { account: accountId, building } = address;
  const filter = {
    ...(accountId === null ? { assetId: { eq: building } } : { accountId: { eq: accountId } }),
    status: { eq: 'open' as const },
    ...touching(period),
  };
  const isEnabled = catalogue.scopes.includes('read:findings') && (accountId ?? building) !== null;
  const all = useTargetFindings(
    { filter, limit: MAX_FINDINGS, withInvoices: catalogue.scopes.includes('read:invoices') },
    { enabled: isEnabled },
  ).data?.findings;
  return useMemo(() => {
    if (!all) return NONE;
    const findings = all.data.filter(({ account }) => account !== null && variables.types.includes(account.type));
    return { findings, more: all.total - all.data.length };
  }, [all, variables]);
}

import { yearBefore, type Period } from '../format/periods.js';
import { useMoverFindings as useMoverFindingsQuery } from '../generated/operations.js';
import { touching } from '../state/findings.js';
import { useScene } from '../state/scene.js';

/** The maximum number of counted findings. */
const MAX_FINDINGS = 250;

interface MoverFindings {
  /** Number of open findings by site; empty until the answer arrives, null for a key without the scope `read:findings`. */
  readonly bySite: ReadonlyMap<string, number> | null;
  /** The number of further findings of all types, beyond the limit. */
  readonly more: number;
}

/**
 * Counts the open findings of sites that touch a month or the same month of the year before, restricted to the types of
 * the scene.
 */
export function useMoverFindings(sites: readonly string[], month: Period): MoverFindings {
  const { variables, catalogue } = useScene();
  const isAllowed = catalogue.scopes.includes('read:findings');
  const filter = {
    ...{ assetId: { in: sites }, status: { eq: 'open' as const } },
    or: [touching(month), touching(yearBefore(month))],
  };
  const { data } = useMoverFindingsQuery(
    { filter, limit: MAX_FINDINGS },
    { enabled: isAllowed && sites.length > 0, select: ({ findings }) => findings },
  );
  if (!isAllowed || !data) return { bySite: isAllowed ? NONE : null, more: 0 };
  const ofTypes = data.data.filter(({ account }) => account !== null && variables.types.includes(account.type));
  const countOf = (site: string): number => ofTypes.filter(({ assetId }) => assetId === site).length;
  return { bySite: new Map(sites.map((site) => [site, countOf(site)])), more: data.total - data.data.length };
}

const NONE: ReadonlyMap<string, number> = new Map();

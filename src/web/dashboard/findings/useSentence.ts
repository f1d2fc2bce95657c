import { pageReason, serviceReason, type Reason } from '../format/reason.js';
import { formatUnit } from '../format/units.js';
import type { FindingFactsFragment } from '../generated/operations.js';
import type { Catalogue } from '../state/catalogue.js';
import { kindOf } from '../state/findings.js';
import { useScene } from '../state/scene.js';
import { texts } from '../texts/texts.js';
import { factsOf } from './facts.js';

/** Returns the unit of a finding's quantities: the finding's unit, else that of the account's type. */
export function unitOfFinding({ units, account }: FindingFactsFragment, { types }: Catalogue): string | null {
  return units === null ? (types.find(({ type }) => type === account?.type)?.units ?? null) : formatUnit(units);
}

/** Returns a function that describes a finding in the reader's language. */
export function useSentence(): (finding: FindingFactsFragment) => Reason {
  const { catalogue } = useScene();
  return (finding) => sentenceOf(finding, unitOfFinding(finding, catalogue));
}

/**
 * Returns the sentence about a finding. If the page does not support the kind, or evidence is missing, it is the
 * sentence of the service.
 */
function sentenceOf(finding: FindingFactsFragment, unit: string | null): Reason {
  const kind = kindOf(finding.kind);
  const text = kind === null ? null : texts().finding.sentences[kind](factsOf(finding, unit));
  return text === null ? serviceReason(finding.message) : pageReason(text);
}

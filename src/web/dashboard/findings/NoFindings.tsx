import type { ReactElement } from 'react';
import type { FindingStatus } from '../generated/operations.js';
import { KINDS, kindInWords } from '../state/findings.js';
import { useScene } from '../state/scene.js';
import { texts } from '../texts/texts.js';

/** Says that there are no findings, and which checks ran. */
export function NoFindings({ status }: { readonly status: FindingStatus | null }): ReactElement {
  const { address, catalogue } = useScene();
  const accounts = catalogue.types.reduce((sum, type) => sum + type.accounts, 0);
  const isNarrowed = address.kind !== null || address.severity !== null || address.building !== null;
  const { findings: words, within } = texts();
  const kinds = KINDS.map((kind) => within(kindInWords(kind)));
  return <p className="empty">{`${words.none(status, isNarrowed)} ${words.looked(accounts, kinds)}`}</p>;
}

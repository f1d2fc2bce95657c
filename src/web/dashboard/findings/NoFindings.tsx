import type { ReactElement } from 'react';
import { count, inWords } from '../format/words.js';
import type { FindingStatus } from '../generated/operations.js';
import { KINDS, kindInWords } from '../state/findings.js';
import { useScene } from '../state/scene.js';

/** That there is nothing, and what was looked at. */
export function NoFindings({ status }: { readonly status: FindingStatus | null }): ReactElement {
  const { address, catalogue } = useScene();
  const accounts = catalogue.types.reduce((sum, type) => sum + type.accounts, 0);
  const isNarrowed = address.kind !== null || address.severity !== null || address.building !== null;
  const which = `${status === null ? '' : ` ${status}`} finding${isNarrowed ? ' like that' : ''}`;
  const looked = KINDS.map((kind) => kindInWords(kind).toLowerCase());
  return (
    <p className="empty">
      {`There is no${which}. At each import the data and the bills of ${count(accounts, 'account')} that the key may see are looked at for ${count(looked.length, 'kind')} of trouble: ${inWords(looked)}.`}
    </p>
  );
}

import type { ReactElement } from 'react';
import { texts } from '../texts/texts.js';
import { LONGEST_NAME, MAX_VIEWS, type ViewFault } from './viewList.js';

/** Shows why a view cannot be saved, renamed or deleted; empty without a fault. */
export function FaultNote({ id, fault }: { readonly id?: string; readonly fault: ViewFault | null }): ReactElement {
  const { faults } = texts().views;
  return (
    <p id={id} className="problem" role="alert">
      {fault !== null && faults[fault](fault === 'full' ? MAX_VIEWS : LONGEST_NAME)}
    </p>
  );
}

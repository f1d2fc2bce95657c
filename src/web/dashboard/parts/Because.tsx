import type { ReactElement } from 'react';
import type { Reason } from '../format/reason.js';
import { Said } from './Said.js';

/** Shows a reason in the language of the page or, marked as English, of the service. */
export function Because({ reason: { text, isSaid } }: { readonly reason: Reason }): ReactElement {
  return isSaid ? <Said>{text}</Said> : <>{text}</>;
}

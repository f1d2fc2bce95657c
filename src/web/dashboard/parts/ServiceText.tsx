import type { ReactElement } from 'react';
import type { Reason } from '../format/reason.js';

/** Marks a text of the service as English, whatever the language of the page. */
export function ServiceText({ children }: { readonly children: string }): ReactElement {
  return <span lang="en">{children}</span>;
}

/** Shows a reason in the language of the page or, marked as English, of the service. */
export function ReasonText({ reason: { text, isFromService } }: { readonly reason: Reason }): ReactElement {
  return isFromService ? <ServiceText>{text}</ServiceText> : <>{text}</>;
}

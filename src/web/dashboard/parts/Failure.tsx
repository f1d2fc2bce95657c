import type { ReactElement } from 'react';
import type { GatewayError } from '../../../hooks/index.js';

/** Why there is no answer, in the service's own sentence, and a button that asks again. */
export function Failure({
  error: { code, detail, requestId },
  retry,
}: {
  readonly error: GatewayError;
  readonly retry: () => unknown;
}): ReactElement {
  return (
    <div className="failure" role="alert">
      <p>{detail}</p>
      {requestId !== null && (
        <p className="quiet">
          Code <code>{code}</code>, request <code>{requestId}</code>
        </p>
      )}
      <button
        type="button"
        onClick={() => {
          retry();
        }}
      >
        Try again
      </button>
    </div>
  );
}

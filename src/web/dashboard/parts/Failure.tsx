import type { ReactElement } from 'react';
import type { GatewayError } from '../../../hooks/index.js';
import { texts } from '../texts/texts.js';
import { ServiceText } from './ServiceText.js';

/** Shows the error message of the service and a button that repeats the query. */
export function Failure({
  error: { code, detail, requestId },
  retry,
}: {
  readonly error: GatewayError;
  readonly retry: () => unknown;
}): ReactElement {
  const { code: codeName, request, tryAgain } = texts().queries;
  return (
    <div className="failure" role="alert">
      <p>
        <ServiceText>{detail}</ServiceText>
      </p>
      {requestId !== null && (
        <p className="quiet">
          {codeName} <code>{code}</code>, {request} <code>{requestId}</code>
        </p>
      )}
      <button
        type="button"
        onClick={() => {
          retry();
        }}
      >
        {tryAgain}
      </button>
    </div>
  );
}

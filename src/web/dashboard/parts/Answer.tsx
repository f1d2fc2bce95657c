import { useEffect, useState, type ReactElement, type ReactNode } from 'react';
import type { GatewayError } from '../../../hooks/index.js';
import { outageOf, useOutage } from '../state/outage.js';
import { texts } from '../texts/texts.js';
import { ServiceText } from './ServiceText.js';

/** The state of one query of TanStack Query, or of several together. */
export interface QueryState<Data> {
  readonly data: Data | undefined;
  readonly error: GatewayError | null;
  /** The error of the last attempt while a retry is pending. */
  readonly failureReason: GatewayError | null;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

const SLOW_MS = 4_000;

/**
 * Shows the data of a query, a loading note before that, or the error. During an outage it shows no error, because the
 * page already shows one.
 */
export function Answer<Data>({
  query: { data, error, failureReason, isFetching, refetch },
  children,
}: {
  readonly query: QueryState<Data>;
  readonly children: (data: Data) => ReactNode;
}): ReactElement {
  const outage = useOutage();
  const isReported = error !== null && outage !== null && outageOf(error) !== null;
  const failed = error !== null && !isFetching && !isReported ? <Failure error={error} retry={refetch} /> : null;
  if (data !== undefined) {
    return (
      <>
        {children(data)}
        {failed}
      </>
    );
  }
  if (isReported) return <p className="empty">{texts().queries.none}</p>;
  return failed ?? <Loading reason={failureReason} />;
}

function Loading({ reason }: { readonly reason: GatewayError | null }): ReactElement {
  const [slow, setSlow] = useState(false);
  // TanStack Query retries an unreachable service at once; only repeated failure is worth a note.
  const { again, slow: slowly, waiting } = texts().queries;
  const detail = reason === null || reason.code === 'unreachable' ? null : reason.detail;
  useEffect(() => {
    const timer = setTimeout(() => {
      setSlow(true);
    }, SLOW_MS);
    return () => {
      clearTimeout(timer);
    };
  }, []);
  return (
    <p className="waiting" role="status">
      {detail === null ? (
        waiting
      ) : (
        <>
          <ServiceText>{detail}</ServiceText> {again}
        </>
      )}
      {slow && detail === null && ` ${slowly}`}
    </p>
  );
}

/** Shows the error message of the service and a button that repeats the query. */
function Failure({
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

import { useEffect, useState, type ReactElement, type ReactNode } from 'react';
import type { GatewayError } from '../../../hooks/index.js';
import { Failure } from './Failure.js';

/** A question under way or answered, of TanStack Query or several of its together. */
export interface Question<Data> {
  readonly data: Data | undefined;
  readonly error: GatewayError | null;
  /** Why it is asked once more, while it is. */
  readonly failureReason: GatewayError | null;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

const SLOW_MS = 4_000;

/** Shows what a question was answered, and until then that it was asked, or why there is no answer. */
export function Answer<Data>({
  to: { data, error, failureReason, isFetching, refetch },
  children,
}: {
  readonly to: Question<Data>;
  readonly children: (data: Data) => ReactNode;
}): ReactElement {
  if (data !== undefined) return <>{children(data)}</>;
  if (error !== null && !isFetching) return <Failure error={error} retry={refetch} />;
  return <Waiting reason={failureReason} />;
}

function Waiting({ reason }: { readonly reason: GatewayError | null }): ReactElement {
  const [slow, setSlow] = useState(false);
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
      {reason === null ? 'Asking the service…' : `${reason.detail} Asking again…`}
      {slow && reason === null && ' It takes longer than usual.'}
    </p>
  );
}

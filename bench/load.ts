import autocannon from 'autocannon';

/** A request that is sent repeatedly. */
export interface RepeatedRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON; absent: GET. */
  readonly body?: string;
  readonly expectedStatus: number;
  /** Paths that each connection requests in turn, beginning at a different one; absent: all request the same URL. */
  readonly paths?: readonly string[];
}

export interface Load {
  readonly connections: number;
  readonly seconds: number;
}

/** The result of a load. */
export interface LoadResult {
  readonly rate: number;
  readonly answers: number;
}

/** The maximum seconds of one response. */
const TIMEOUT_SECONDS = 60;
/** Below this many responses per connection, counting them is too coarse. */
const FEW_RESPONSES = 20;

/**
 * Sends a request over some connections, each right after the last response, for some seconds. It takes twice as long
 * if that was too short for any response.
 * @returns responses per second, and their number, with half a response for each one that was cut off at the end
 * @throws Error if any response was not as expected
 */
export async function loadWith(sent: RepeatedRequest, load: Load): Promise<LoadResult> {
  const { url, headers, body, expectedStatus, paths } = sent;
  const result = await autocannon({
    url,
    headers: { ...headers },
    connections: load.connections,
    duration: load.seconds,
    timeout: TIMEOUT_SECONDS,
    ...(body === undefined ? {} : { method: 'POST', body }),
    ...(paths === undefined ? {} : { setupClient: inTurn(paths, headers, load.connections) }),
  });
  const { errors, timeouts, statusCodeStats = {} } = result;
  const others = Object.keys(statusCodeStats).filter((status) => status !== String(expectedStatus));
  if (errors + timeouts > 0 || others.length > 0) {
    throw new Error(
      `${url}: ${errors} errors, ${timeouts} timeouts, statuses ${Object.keys(statusCodeStats).join(', ')}`,
    );
  }
  const { total } = result.requests;
  if (total === 0 && load.seconds > TIMEOUT_SECONDS) throw new Error(`${url}: no answer in ${load.seconds} s`);
  if (total === 0) return loadWith(sent, { ...load, seconds: load.seconds * 2 });
  // The server still works on the requests that were cut off. The next measurement must not include that work.
  await new Promise((resolve) => setTimeout(resolve, result.latency.max));
  // Each connection waits for its response, so its responses per second are the inverse of the mean time.
  const answers = total + load.connections / 2;
  if (total < FEW_RESPONSES * load.connections)
    return { rate: (load.connections * 1000) / result.latency.average, answers };
  return { rate: total / result.duration, answers };
}

/** Returns a function that makes each connection begin at another path. */
function inTurn(
  paths: readonly string[],
  headers: RepeatedRequest['headers'],
  connections: number,
): (client: autocannon.Client) => void {
  let count = 0;
  return (client) => {
    const at = Math.floor((count * paths.length) / connections);
    count += 1;
    // autocannon writes to the requests, so each connection gets its own.
    client.setRequests([...paths.slice(at), ...paths.slice(0, at)].map((path) => ({ path, headers: { ...headers } })));
  };
}

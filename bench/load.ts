import autocannon from 'autocannon';

/** A request as it is sent again and again. */
export interface Sent {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON; absent: GET. */
  readonly body?: string;
  readonly expectedStatus: number;
}

export interface Load {
  readonly connections: number;
  readonly seconds: number;
}

/** What came of a load. */
export interface Loaded {
  readonly rate: number;
  readonly answers: number;
}

/** Seconds that one answer may take. */
const PATIENCE = 60;
/** Below so many answers of a connection their number is too coarse a measure. */
const FEW = 20;

/**
 * Sends a request over some connections, each as soon as its answer has come, for some seconds; twice as long when that
 * was too short for any answer.
 * @returns answers per second; and how many were made, those that were cut off in the end counted as halves
 * @throws Error when any answer was not as expected
 */
export async function loadWith(sent: Sent, load: Load): Promise<Loaded> {
  const { url, headers, body, expectedStatus } = sent;
  const result = await autocannon({
    url,
    headers: { ...headers },
    connections: load.connections,
    duration: load.seconds,
    timeout: PATIENCE,
    ...(body === undefined ? {} : { method: 'POST', body }),
  });
  const { errors, timeouts, statusCodeStats = {} } = result;
  const others = Object.keys(statusCodeStats).filter((status) => status !== String(expectedStatus));
  if (errors + timeouts > 0 || others.length > 0) {
    throw new Error(
      `${url}: ${errors} errors, ${timeouts} timeouts, statuses ${Object.keys(statusCodeStats).join(', ')}`,
    );
  }
  const { total } = result.requests;
  if (total === 0 && load.seconds > PATIENCE) throw new Error(`${url}: no answer in ${load.seconds} s`);
  if (total === 0) return loadWith(sent, { ...load, seconds: load.seconds * 2 });
  // The server still works on what was cut off: the next to be measured must not pay for it.
  await new Promise((resolve) => setTimeout(resolve, result.latency.max));
  // As each connection waits for its answer, its answers per second are the mean time's inverse.
  const answers = total + load.connections / 2;
  if (total < FEW * load.connections) return { rate: (load.connections * 1000) / result.latency.average, answers };
  return { rate: total / result.duration, answers };
}

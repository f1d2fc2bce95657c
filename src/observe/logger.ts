import { pino, stdTimeFunctions, type DestinationStream, type Logger } from 'pino';

export type { Logger } from 'pino';

/**
 * The log: JSON lines on standard error. Lines name what happened in `msg`; they never carry headers, parameters or
 * bindings.
 * @param to where lines go instead
 */
export function createLogger(level: string, to: DestinationStream = standardError): Logger {
  return pino(
    { level, base: null, timestamp: stdTimeFunctions.isoTime, formatters: { level: (label) => ({ level: label }) } },
    to,
  );
}

/** Node's own stream, which the command line writes to as well, so that lines keep their order and are never cut. */
const standardError: DestinationStream = {
  write(line) {
    process.stderr.write(line);
  },
};

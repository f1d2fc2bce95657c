import { pino, stdTimeFunctions, type DestinationStream, type Logger } from 'pino';

export type { Logger } from 'pino';

/**
 * Creates the log, which writes JSON lines to standard error. `msg` names the event. Lines never contain headers,
 * parameters or bindings.
 * @param to another destination
 */
export function createLogger(level: string, to: DestinationStream = standardError): Logger {
  return pino(
    { level, base: null, timestamp: stdTimeFunctions.isoTime, formatters: { level: (label) => ({ level: label }) } },
    to,
  );
}

/** Standard error through Node's stream. The command line uses this stream, too, so lines keep their order and never mix. */
const standardError: DestinationStream = {
  write(line) {
    process.stderr.write(line);
  },
};

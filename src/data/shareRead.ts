import { setImmediate } from 'node:timers/promises';

/** The next read begins after this time even if the current one is unfinished: its connection may hang. */
const TIMEOUT_MS = 100;

/**
 * Returns a function whose callers share reads. All calls of a turn of the event loop share a read, which begins at the
 * end of the turn. If a read has not ended by then, the calls share the next one, which begins after it ends or takes too
 * long. So a result is never older than its call.
 * @param read gets the arguments of all callers that share it, with repetitions
 */
export function shareRead<T, Argument = void>(
  read: (args: readonly Argument[]) => Promise<T>,
): (arg: Argument) => Promise<T> {
  let current: Promise<T> | undefined;
  let next: { readonly args: Argument[]; readonly read: Promise<T> } | undefined;
  const begin = (args: readonly Argument[]): Promise<T> => {
    next = undefined;
    const started = read(args);
    current = started;
    const end = (): void => {
      if (current === started) current = undefined;
    };
    started.then(end, end);
    return started;
  };
  const beginLater = async (args: readonly Argument[]): Promise<T> => {
    if (current) await ended(current);
    await setImmediate();
    return begin(args);
  };
  return (arg) => {
    if (!next) {
      const args: Argument[] = [];
      next = { args, read: beginLater(args) };
    }
    next.args.push(arg);
    return next.read;
  };
}

/** Waits until a promise settles, for at most {@link TIMEOUT_MS}. */
function ended(work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, TIMEOUT_MS);
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    work.then(end, end);
  });
}

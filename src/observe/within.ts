/** The error of a timeout. */
export class TooLateError extends Error {}

/**
 * Waits for a promise up to a timeout. After the timeout the work continues, but its result is ignored.
 * @throws TooLateError after `ms`
 */
export async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new TooLateError(`no answer within ${ms} ms`));
    }, ms);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** That something took longer than it may. */
export class TooLateError extends Error {}

/**
 * Waits for something, but not for ever; what is late goes on, unheard.
 * @throws TooLateError after `ms`
 */
export async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new TooLateError(`no answer within ${ms} ms`));
    }, ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

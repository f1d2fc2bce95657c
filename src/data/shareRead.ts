/** A read that takes longer is not waited for: its connection may hang. */
const PATIENCE_MS = 100;

/**
 * Has those who ask at about the same time share one read. Who asks while one is under way gets the next, which begins when
 * that has ended, or has taken long: what it finds is never older than the question.
 */
export function shareRead<T>(read: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | undefined;
  let next: Promise<T> | undefined;
  const begin = (): Promise<T> => {
    const own = read();
    current = own;
    const end = (): void => {
      if (current === own) current = undefined;
    };
    own.then(end, end);
    return own;
  };
  const beginNext = (): Promise<T> => {
    next = undefined;
    return begin();
  };
  return () => {
    if (!current) return begin();
    next ??= ended(current).then(beginNext);
    return next;
  };
}

/** Waits until something has ended, in whatever way, but not for long. */
function ended(work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, PATIENCE_MS);
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    work.then(end, end);
  });
}

/** A read that takes longer is not waited for: its connection may hang. */
const PATIENCE_MS = 100;

/**
 * Has those who ask at about the same time share one read. Who asks while one is under way gets the next, which begins when
 * that has ended, or has taken long: what it finds is never older than the question.
 * @param read told what those who share it ask for, each as often as it is asked
 */
export function shareRead<T, Asked = void>(
  read: (asked: readonly Asked[]) => Promise<T>,
): (asked: Asked) => Promise<T> {
  let current: Promise<T> | undefined;
  let next: { readonly asked: Asked[]; readonly read: Promise<T> } | undefined;
  const begin = (asked: readonly Asked[]): Promise<T> => {
    const own = read(asked);
    current = own;
    const end = (): void => {
      if (current === own) current = undefined;
    };
    own.then(end, end);
    return own;
  };
  const beginNext = (asked: readonly Asked[]): Promise<T> => {
    next = undefined;
    return begin(asked);
  };
  return (asked) => {
    if (!current) return begin([asked]);
    if (!next) {
      const all: Asked[] = [];
      next = { asked: all, read: ended(current).then(() => beginNext(all)) };
    }
    next.asked.push(asked);
    return next.read;
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

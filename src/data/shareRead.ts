/**
 * Has those who ask at about the same time share one read. Who asks while one is under way gets the next: what it finds is
 * never older than the question.
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
    next ??= current.then(beginNext, beginNext);
    return next;
  };
}

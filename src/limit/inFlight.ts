/** Requests that are being answered, by user, in this process. */
export interface InFlight {
  readonly most: number;
  /** Counts a request in, unless its user has as many as are allowed. */
  enter(user: string): boolean;
  leave(user: string): void;
}

/** @param most requests of a user at one time */
export function createInFlight(most: number): InFlight {
  const counts = new Map<string, number>();
  return {
    most,
    enter(user) {
      const count = counts.get(user) ?? 0;
      if (count >= most) return false;
      counts.set(user, count + 1);
      return true;
    },
    leave(user) {
      const count = (counts.get(user) ?? 0) - 1;
      if (count > 0) counts.set(user, count);
      else counts.delete(user);
    },
  };
}

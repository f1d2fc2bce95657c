import type { Worker } from 'node:cluster';

/** A connection as Node hands it to a worker. */
interface Handle {
  close(): void;
}

/**
 * Ends the connection that a worker was handed and had not taken when it ended. Node hands a worker the next one once it has
 * taken the one before, and forgets it if it never does: the connection would stay open, and its client would wait for ever.
 * What the client has sent is unread then, so that the system resets the connection.
 */
export function resetUntaken(worker: Worker): void {
  const { process: child } = worker;
  let last: Handle | undefined;
  const send = child.send.bind(child) as (...message: readonly unknown[]) => boolean;
  child.send = (...message: readonly unknown[]): boolean => {
    const [order, handle] = message;
    // A listening handle is shared by all workers, where Node does not hand out connections itself.
    if (isConnection(order) && isHandle(handle)) last = handle;
    return send(...message);
  };
  // Of one that was taken, Node has closed this end already.
  worker.once('exit', () => last?.close());
}

/** Whether a message hands over a connection, as Node's cluster writes it. */
function isConnection(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'act' in value && value.act === 'newconn';
}

function isHandle(value: unknown): value is Handle {
  return typeof value === 'object' && value !== null && 'close' in value && typeof value.close === 'function';
}

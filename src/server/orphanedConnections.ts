import type { Worker } from 'node:cluster';

/** A connection as Node hands it to a worker. */
interface Handle {
  close(): void;
}

/**
 * Closes a connection that a worker had been handed but had not accepted when it ended. Node hands a worker the next
 * connection after it has accepted the previous one, and forgets a connection that it never accepts: the client would
 * wait forever. As the client's bytes are unread, the operating system resets the connection.
 */
export function closeOrphanedConnection(worker: Worker): void {
  const { process: child } = worker;
  let last: Handle | undefined;
  const send = child.send.bind(child) as (...message: readonly unknown[]) => boolean;
  child.send = (...message: readonly unknown[]): boolean => {
    const [order, handle] = message;
    // If Node does not distribute connections itself, it sends a listening handle, which all workers share.
    if (isConnection(order) && isHandle(handle)) last = handle;
    return send(...message);
  };
  // If the worker accepted the connection, Node has already closed the handle in this process.
  worker.once('exit', () => last?.close());
}

/** Whether a message of Node's cluster module hands over a connection. */
function isConnection(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'act' in value && value.act === 'newconn';
}

function isHandle(value: unknown): value is Handle {
  return typeof value === 'object' && value !== null && 'close' in value && typeof value.close === 'function';
}

import type { Express } from 'express';
import { createServer, IncomingMessage, type Server, type ServerOptions, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/**
 * Creates the HTTP server of an app. Its requests and responses are born with the prototypes that Express gives them.
 *
 * Express sets the prototype of every request and response to `app.request` and `app.response`. On Node 20 this takes the
 * objects off V8's fast path and costs a third to a half of a small answer. Setting the prototype that an object already has
 * does nothing, so here Express keeps its way and the cost is gone. Node 24 has no such cost, and loses nothing.
 * @param options of Node's HTTP server, without classes of its own
 */
export function createHttpServer(
  app: Express,
  options: Omit<ServerOptions, 'IncomingMessage' | 'ServerResponse'> = {},
): Server {
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype });
  return createServer({ ...options, IncomingMessage: AppRequest, ServerResponse: AppResponse }, app);
}

/** Requests of a connection that are read and not answered yet; the next one is not read before one of them is answered. */
const MOST_UNANSWERED = 16;
/** Parts of what was read that are parsed in a turn: a body may have an empty line at every third byte. */
const MOST_PARTS = 64;

const [LF, CR] = [0x0a, 0x0d];

/**
 * Bounds the requests that a client sends at once (HTTP pipelining). Node parses all that it has read, up to 64 KiB, which
 * is 3,600 requests, before it looks whether the client takes its answers. Here each connection hands its parser one request
 * in a turn of the event loop, and none while {@link MOST_UNANSWERED} are unanswered. The rest waits in the socket, which is
 * not read meanwhile.
 * @param server answers `clientError` itself
 */
export function boundPipelining(server: Server): void {
  const connections = new WeakMap<Duplex, Connection>();
  server.on('connection', (socket) => {
    connections.set(socket, new Connection(socket));
  });
  server.prependListener('request', ({ socket }, response) => {
    const connection = connections.get(socket);
    connection?.begin();
    response.once('close', () => connection?.end());
  });
  // What follows an error cannot be parsed; of what follows a CONNECT, Node has taken its parser away.
  server.prependListener('clientError', (_error, socket) => connections.get(socket)?.stop());
  server.prependListener('connect', (_request, socket) => connections.get(socket)?.stop());
}

/** Stands between a socket and Node's parser. */
class Connection {
  readonly #socket: Socket;
  /** Node's own listener, which parses. */
  readonly #parse: (part: Buffer) => void;
  #requests = 0;
  #unanswered = 0;
  /** Whether there is more to parse, for which the socket is paused. */
  #isWaiting = false;
  #isStopped = false;
  #isScheduled = false;
  /** Whether the line that is being read is empty so far. */
  #isEmptyLine = false;

  constructor(socket: Socket) {
    this.#socket = socket;
    const [listener] = socket.listeners('data');
    if (!listener) throw new Error('Node reads requests in another way than by the data of their socket.');
    this.#parse = (part) => {
      Reflect.apply(listener, socket, [part]);
    };
    // With a listener that is not its own, Node leaves reading to the socket.
    socket.on('data', this.#read);
    socket.removeListener('data', listener as () => void);
  }

  begin(): void {
    this.#requests += 1;
    this.#unanswered += 1;
  }

  end(): void {
    this.#unanswered -= 1;
    this.#goOnNextTurn();
  }

  /** Drops what is still to come. */
  stop(): void {
    this.#isStopped = true;
  }

  readonly #read = (chunk: Buffer): void => {
    const socket = this.#socket;
    const before = this.#requests;
    let [end, parts] = [0, 0];
    const goesOn = (): boolean => this.#requests === before && !this.#isFull && !this.#isStopped;
    // Up to a bound, what has no request in it, as most of a body, is parsed at once.
    while (end < chunk.length && parts < MOST_PARTS && goesOn()) {
      const part = chunk.subarray(end, this.#endOfHeader(chunk, end));
      end += part.length;
      parts += 1;
      this.#parse(part);
    }
    if (end === chunk.length || this.#isStopped || socket.destroyed) return;
    // Node pauses it too, while a client does not take its answers, and resumes it itself.
    const isPausedByNode = end > 0 && socket.isPaused();
    socket.pause();
    socket.unshift(chunk.subarray(end));
    if (isPausedByNode) return;
    this.#isWaiting = true;
    this.#goOnNextTurn();
  };

  get #isFull(): boolean {
    return this.#isWaiting || this.#unanswered >= MOST_UNANSWERED;
  }

  #goOnNextTurn(): void {
    if (!this.#isWaiting || this.#isScheduled || this.#unanswered >= MOST_UNANSWERED) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#isWaiting = false;
      this.#socket.resume();
    });
  }

  /** Behind the next empty lines: each header ends with one, so that there is one request before it at most. */
  #endOfHeader(chunk: Buffer, from: number): number {
    let at = from;
    for (; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (byte === LF && this.#isEmptyLine) break;
      if (byte === LF) this.#isEmptyLine = true;
      else if (byte !== CR) this.#isEmptyLine = false;
    }
    while (chunk[at] === LF || chunk[at] === CR) at += 1;
    return at;
  }
}

/**
 * Follows the responses that are pending on each connection, several where requests were sent at once. When a connection
 * ends, Node closes only the response whose turn it is; the others are closed here, or they would count as in flight for
 * ever.
 * @returns the pending responses of a connection, in their order
 */
export function trackPendingResponses(server: Server): (socket: Duplex) => readonly ServerResponse[] {
  // By socket, as Node's events name nothing else that they have in common; some come when it is closed already.
  const pending = new WeakMap<Duplex, Set<ServerResponse>>();
  const follow = (socket: Duplex): Set<ServerResponse> => {
    const responses = new Set<ServerResponse>();
    pending.set(socket, responses);
    // After Node has closed the one whose turn it is.
    socket.once('close', () => setImmediate(endPending, responses));
    return responses;
  };
  const endPending = (responses: ReadonlySet<ServerResponse>): void => {
    for (const response of responses) {
      response.destroy();
      response.emit('close');
    }
  };
  server.prependListener('request', ({ socket }, response) => {
    const responses = (pending.get(socket) ?? follow(socket)).add(response);
    // What was read already goes on coming after the end, and after a refusal: it cannot be answered.
    if (!socket.writable) setImmediate(endPending, responses);
    response.once('close', () => responses.delete(response));
  });
  return (socket) => [...(pending.get(socket) ?? [])];
}

/**
 * Cuts the connection of a client that does not read its answer, which is kept in memory meanwhile. A slow database is not
 * the client's fault: the time runs while there is something to take.
 * @param ms in which something must leave while there is more to come, and in which the last byte must have left once the
 *   whole answer is written
 */
export function boundSlowReads(server: Server, ms: number): void {
  server.prependListener('request', (_request, response: ServerResponse) => {
    response.setTimeout(ms, () => {
      if (response.socket && response.socket.writableLength > 0) response.socket.destroy();
    });
    response.once('prefinish', () => {
      const { socket } = response;
      // Its client has left before it was written: nothing would clear the timer, which keeps the process from ending.
      if (response.destroyed) return;
      const timer = setTimeout(() => socket?.destroy(), ms);
      response.once('close', () => {
        clearTimeout(timer);
      });
    });
  });
}

/**
 * Follows a server's requests, so that it can be stopped without failing one.
 * @returns ends it: for a while it goes on taking requests, each answer closing its connection, so that clients and load
 *   balancers move away by themselves; then it listens no more, and what is in flight finishes within the grace. Says how
 *   many requests did not, and were cut off.
 */
export function drainable(server: Server): (delayMs: number, graceMs: number) => Promise<number> {
  const inFlight = new Set<ServerResponse>();
  let draining = false;
  // Before the app, which may answer at once.
  server.prependListener('request', (_request, response: ServerResponse) => {
    if (draining) response.setHeader('Connection', 'close');
    inFlight.add(response);
    response.once('close', () => inFlight.delete(response));
  });
  return async (delayMs, graceMs) => {
    let cutOff = 0;
    const timer = setTimeout(() => {
      cutOff = inFlight.size;
      server.closeAllConnections();
    }, graceMs);
    draining = true;
    for (const response of inFlight) if (!response.headersSent) response.setHeader('Connection', 'close');
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    // The HTTP server's own close() takes a connection for idle while a written answer still flows out, and cuts it.
    const closed = new Promise<void>((resolve) => {
      NetServer.prototype.close.call(server, () => {
        resolve();
      });
    });
    // A connection that is still open may bring another request meanwhile.
    while (inFlight.size > 0) {
      await Promise.all([...inFlight].map((response) => new Promise((resolve) => response.once('close', resolve))));
    }
    server.closeAllConnections();
    await closed;
    clearTimeout(timer);
    return cutOff;
  };
}

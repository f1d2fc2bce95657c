import type { Express } from 'express';
import { createServer, IncomingMessage, type Server, type ServerOptions, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/**
 * Creates the HTTP server of an app. It creates requests and responses with the prototypes that Express would set.
 *
 * Express sets the prototype of every request and response to `app.request` and `app.response`. On Node 20 this takes
 * the objects off V8's fast path and costs a third to a half of a small answer. Setting the prototype that an object
 * already has does nothing, so the cost disappears. Node 24 has no such cost, and loses nothing.
 * @param options options of Node's HTTP server, except its classes
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

/** The most unanswered requests of a connection. Beyond them, the connection is not read. */
const MAX_UNANSWERED = 16;
/** The most parts of a chunk that are parsed in a turn: a body may have an empty line at every third byte. */
const MAX_PARTS = 64;

const [LF, CR] = [0x0a, 0x0d];

/**
 * Bounds HTTP pipelining. Node parses everything that it has read, up to 64 KiB or 3,600 requests, before it checks
 * whether the client reads its answers. Here each connection passes one request to its parser in a turn of the event
 * loop, and none while {@link MAX_UNANSWERED} are unanswered. The rest waits in the paused socket.
 * @param server a server with its own `clientError` listener
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
  // Bytes after an error cannot be parsed, and after a CONNECT, Node has detached its parser.
  server.prependListener('clientError', (_error, socket) => connections.get(socket)?.stop());
  server.prependListener('connect', (_request, socket) => connections.get(socket)?.stop());
}

/** Passes the bytes of a socket to Node's parser, one request at a time. */
class Connection {
  readonly #socket: Socket;
  /** Node's `data` listener, which parses. */
  readonly #parse: (part: Buffer) => void;
  #requests = 0;
  #unanswered = 0;
  /** Whether the socket is paused with more bytes to parse. */
  #isWaiting = false;
  #isStopped = false;
  #isScheduled = false;
  /** Whether the current line is empty so far. */
  #isEmptyLine = false;

  constructor(socket: Socket) {
    this.#socket = socket;
    const [listener] = socket.listeners('data');
    if (!listener) throw new Error('Node reads requests in another way than by the data of their socket.');
    this.#parse = (part) => {
      Reflect.apply(listener, socket, [part]);
    };
    // If a socket has a foreign listener, Node does not read from the handle directly.
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

  /** Drops all further bytes. */
  stop(): void {
    this.#isStopped = true;
  }

  readonly #read = (chunk: Buffer): void => {
    const socket = this.#socket;
    const before = this.#requests;
    let [end, parts] = [0, 0];
    const goesOn = (): boolean => this.#requests === before && !this.#isFull && !this.#isStopped;
    // Parts without a request in them, such as most of a body, are parsed in the same turn, up to a limit.
    while (end < chunk.length && parts < MAX_PARTS && goesOn()) {
      const part = chunk.subarray(end, this.#endOfHeader(chunk, end));
      end += part.length;
      parts += 1;
      this.#parse(part);
    }
    if (end === chunk.length || this.#isStopped || socket.destroyed) return;
    // Node also pauses the socket while a client does not read its answers, and resumes it later.
    const isPausedByNode = end > 0 && socket.isPaused();
    socket.pause();
    socket.unshift(chunk.subarray(end));
    if (isPausedByNode) return;
    this.#isWaiting = true;
    this.#goOnNextTurn();
  };

  get #isFull(): boolean {
    return this.#isWaiting || this.#unanswered >= MAX_UNANSWERED;
  }

  #goOnNextTurn(): void {
    if (!this.#isWaiting || this.#isScheduled || this.#unanswered >= MAX_UNANSWERED) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#isWaiting = false;
      this.#socket.resume();
    });
  }

  /** Returns the offset after the next empty lines. Each header ends with one, so at most one request starts before it. */
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
 * Tracks the pending responses of each connection; pipelined requests have several. When a connection ends, Node closes
 * only the current response. This function closes the others, which would count as in flight forever otherwise.
 * @returns a function that returns the pending responses of a connection, in order
 */
export function trackPendingResponses(server: Server): (socket: Duplex) => readonly ServerResponse[] {
  // The socket is the only property that Node's events have in common. Some events arrive after it has closed.
  const pending = new WeakMap<Duplex, Set<ServerResponse>>();
  const track = (socket: Duplex): Set<ServerResponse> => {
    const responses = new Set<ServerResponse>();
    pending.set(socket, responses);
    // `setImmediate` runs after Node has closed the current response.
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
    const responses = (pending.get(socket) ?? track(socket)).add(response);
    // Requests that Node has read already arrive even after the end or a refusal. They cannot be answered.
    if (!socket.writable) setImmediate(endPending, responses);
    response.once('close', () => responses.delete(response));
  });
  return (socket) => [...(pending.get(socket) ?? [])];
}

/**
 * Closes the connection of a client that does not read its answer, because the answer occupies memory. A slow database
 * is not the client's fault, so the timeout runs only while unread bytes are buffered.
 * @param ms the longest time without a byte sent, and the longest time from the end of the answer to its last byte
 */
export function boundSlowReads(server: Server, ms: number): void {
  server.prependListener('request', (_request, response: ServerResponse) => {
    response.setTimeout(ms, () => {
      if (response.socket && response.socket.writableLength > 0) response.socket.destroy();
    });
    response.once('prefinish', () => {
      const { socket } = response;
      // If the client has left already, no event would clear the timer, and the timer would keep the process alive.
      if (response.destroyed) return;
      const timer = setTimeout(() => socket?.destroy(), ms);
      response.once('close', () => {
        clearTimeout(timer);
      });
    });
  });
}

/**
 * Tracks the requests of a server, so that it can stop without failing one.
 * @returns a function that stops the server and returns how many requests were cut off. During the delay the server
 * accepts
 *   requests, but each answer closes its connection, so clients and load balancers move away. Then it stops listening, and
 *   requests in flight finish within the grace period.
 */
export function drainable(server: Server): (delayMs: number, graceMs: number) => Promise<number> {
  const inFlight = new Set<ServerResponse>();
  let draining = false;
  // The listener precedes the app, which may answer synchronously.
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
    // `Server.close` of HTTP treats a connection as idle while a written answer is still being sent, and cuts it.
    const closed = new Promise<void>((resolve) => {
      NetServer.prototype.close.call(server, () => {
        resolve();
      });
    });
    // Open connections may send further requests meanwhile.
    while (inFlight.size > 0) {
      await Promise.all([...inFlight].map((response) => new Promise((resolve) => response.once('close', resolve))));
    }
    server.closeAllConnections();
    await closed;
    clearTimeout(timer);
    return cutOff;
  };
}

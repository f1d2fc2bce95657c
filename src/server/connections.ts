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

/** The connections of a server. */
export interface Connections {
  /** Returns the pending responses of a connection at present, in order. Pipelined requests have several. */
  readonly pendingOn: (socket: Duplex) => readonly ServerResponse[];
  /**
   * Stops the server. During the delay it accepts requests, but each answer closes its connection, so clients and load
   * balancers move away. Then it stops listening, and requests in flight finish within the grace period.
   * @returns the number of requests that were cut off
   */
  readonly drain: (delayMs: number, graceMs: number) => Promise<number>;
}

/**
 * Bounds the connections of a server, and tracks their requests, so that the server can stop without failing one.
 *
 * It bounds HTTP pipelining: Node parses everything that it has read, up to 64 KiB or 3,600 requests, before it checks
 * whether the client reads its answers. Here each connection passes one request to its parser in a turn of the event
 * loop, and none while {@link MAX_UNANSWERED} are unanswered. The rest waits in the paused socket.
 *
 * When a connection ends, Node closes only the current response. This function closes the others, which would count as
 * in flight forever otherwise.
 * @param server a server with its own `clientError` listener
 * @param answerTimeoutMs see {@link boundSlowReads}
 */
export function watchConnections(server: Server, answerTimeoutMs: number): Connections {
  // The socket is the only property that Node's events have in common. Some events arrive after it has closed.
  const connections = new WeakMap<Duplex, Connection>();
  const open = new Set<Connection>();
  const inFlight = (): readonly ServerResponse[] => [...open].flatMap(({ pending }) => pending);
  let isDraining = false;
  server.on('connection', (socket) => {
    const connection = new Connection(socket, () => open.delete(connection));
    connections.set(socket, connection);
    open.add(connection);
  });
  // The listener precedes the app, which may answer synchronously. There is one for all purposes: listeners and timers
  // of each request take a tenth of a small answer.
  server.prependListener('request', ({ socket }, response: ServerResponse) => {
    const connection = connections.get(socket);
    connection?.begin(response);
    if (isDraining) response.setHeader('Connection', 'close');
    response.once('close', () => {
      connection?.end(response);
    });
  });
  // Bytes after an error cannot be parsed, and after a CONNECT, Node has detached its parser.
  server.prependListener('clientError', (_error, socket) => connections.get(socket)?.stop());
  server.prependListener('connect', (_request, socket) => connections.get(socket)?.stop());
  const pendingOn = (socket: Duplex): readonly ServerResponse[] => connections.get(socket)?.pending ?? [];
  boundSlowReads(server, answerTimeoutMs, inFlight, pendingOn);
  return {
    pendingOn,
    async drain(delayMs, graceMs) {
      let cutOff = 0;
      const timer = setTimeout(() => {
        cutOff = inFlight().length;
        server.closeAllConnections();
      }, graceMs);
      isDraining = true;
      for (const response of inFlight()) if (!response.headersSent) response.setHeader('Connection', 'close');
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      // `Server.close` of HTTP treats a connection as idle while a written answer is still being sent, and cuts it.
      const closed = new Promise<void>((resolve) => {
        NetServer.prototype.close.call(server, () => {
          resolve();
        });
      });
      // Open connections may send further requests meanwhile.
      while (inFlight().length > 0) {
        await Promise.all(inFlight().map((response) => new Promise((resolve) => response.once('close', resolve))));
      }
      server.closeAllConnections();
      await closed;
      clearTimeout(timer);
      return cutOff;
    },
  };
}

/** How often in the time to read an answer it is checked whether ended answers have been read. */
const CHECKS = 4;

/**
 * Closes the connection of a client that does not read its answer, because the answer occupies memory. A slow database
 * is not the client's fault, so the timeout runs only while unread bytes are buffered.
 * @param ms the longest time without a byte sent. It is also the time from the end of the answer to its last byte, to
 *   within a quarter
 */
function boundSlowReads(
  server: Server,
  ms: number,
  inFlight: () => readonly ServerResponse[],
  pendingOn: Connections['pendingOn'],
): void {
  // With a listener, Node does not close connections that are idle between two requests.
  server.setTimeout(ms, (socket) => {
    if (socket.writableLength > 0 || pendingOn(socket).length === 0) socket.destroy();
  });
  /** The times at which ended answers with unread bytes were first seen. */
  const endedBy = new WeakMap<ServerResponse, number>();
  // One timer serves all answers, because timers cost time.
  const timer = setInterval(() => {
    const now = performance.now();
    for (const response of inFlight()) {
      const { socket, writableEnded } = response;
      if (!writableEnded || !socket || socket.writableLength === 0) continue;
      const since = endedBy.get(response) ?? now;
      if (now - since >= ms) socket.destroy();
      else endedBy.set(response, since);
    }
  }, ms / CHECKS).unref();
  server.once('close', () => {
    clearInterval(timer);
  });
}

/** A connection. It passes the bytes of its socket to Node's parser, one request at a time. */
class Connection {
  readonly #socket: Socket;
  /** Node's `data` listener, which parses. */
  readonly #parse: (part: Buffer) => void;
  /** The responses that have not ended, in order. */
  readonly pending: ServerResponse[] = [];
  #requests = 0;
  /** Whether the socket is paused with more bytes to parse. */
  #isWaiting = false;
  #isStopped = false;
  #isScheduled = false;
  /** Whether the current line is empty so far. */
  #isEmptyLine = false;

  /** @param onEnd called when it has closed and its responses have ended */
  constructor(socket: Socket, onEnd: () => void) {
    this.#socket = socket;
    const [listener] = socket.listeners('data');
    if (!listener) throw new Error('Node reads requests in another way than by the data of their socket.');
    this.#parse = (part) => {
      Reflect.apply(listener, socket, [part]);
    };
    // If a socket has a foreign listener, Node does not read from the handle directly.
    socket.on('data', this.#read);
    socket.removeListener('data', listener as () => void);
    // `setImmediate` runs after Node has closed the current response.
    socket.once('close', () => {
      setImmediate(() => {
        this.#endPending();
        onEnd();
      });
    });
  }

  begin(response: ServerResponse): void {
    this.#requests += 1;
    this.pending.push(response);
    // Requests that Node has read already arrive even after the end or a refusal. They cannot be answered.
    if (!this.#socket.writable) setImmediate(this.#endPending);
  }

  end(response: ServerResponse): void {
    const at = this.pending.indexOf(response);
    if (at >= 0) this.pending.splice(at, 1);
    this.#goOnNextTurn();
  }

  readonly #endPending = (): void => {
    for (const response of [...this.pending]) {
      response.destroy();
      response.emit('close');
    }
  };

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
    return this.#isWaiting || this.pending.length >= MAX_UNANSWERED;
  }

  #goOnNextTurn(): void {
    if (!this.#isWaiting || this.#isScheduled || this.pending.length >= MAX_UNANSWERED) return;
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

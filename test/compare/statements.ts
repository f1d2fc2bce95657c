import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy before PostgreSQL that notes the statements that clients send for requests. */
export interface StatementProxy {
  /** The address of a database through the proxy. */
  url(database: string): string;
  /**
   * The statements that were run since this was called last, in order, with blanks and the numbers of parameters
   * normalised.
   */
  take(): readonly string[];
  close(): Promise<void>;
}

/** Statements that depend on time and not on the request: they set up a connection, or look after a key. */
const NOT_OF_A_REQUEST = /^set |pg_dist_partition|\bapi_keys\b/;

/** The first message of a connection has no type: it begins with its length. */
const START = '';

/** @param target a postgres:// address of a server, without TLS */
export async function startStatementProxy(target: string): Promise<StatementProxy> {
  const { hostname, port, username } = new URL(target);
  const sockets = new Set<Socket>();
  let statements: string[] = [];
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    const read = messageReader((type, body) => {
      const statement = connection.statementOf(type, body);
      if (statement !== null && !NOT_OF_A_REQUEST.test(statement)) statements.push(normalised(statement));
    });
    const connection = new PreparedStatements();
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.setNoDelay(true);
      from.on('data', (chunk) => {
        if (from === near) read(chunk);
        to.write(chunk);
      });
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: own } = server.address() as AddressInfo;
  return {
    url: (database) => `postgres://${username}@127.0.0.1:${own}/${database}`,
    take() {
      const taken = statements;
      statements = [];
      return taken;
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => {
          resolve();
        });
      }),
  };
}

/** The prepared statements of a connection, by name. */
class PreparedStatements {
  readonly #texts = new Map<string, string>();

  /** The statement that a message of the client runs; null: it runs none (PostgreSQL's protocol 3.0, "Message Formats"). */
  statementOf(type: string, body: Buffer): string | null {
    if (type === 'Q') return textAt(body, 0);
    if (type === 'P') {
      const name = textAt(body, 0);
      this.#texts.set(name, textAt(body, Buffer.byteLength(name) + 1));
    }
    if (type !== 'B') return null;
    const portal = textAt(body, 0);
    const name = textAt(body, Buffer.byteLength(portal) + 1);
    return this.#texts.get(name) ?? `a statement that was not prepared: ${name}`;
  }
}

/** Cuts what a client sends into messages. */
function messageReader(onMessage: (type: string, body: Buffer) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  let isFirst = true;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const at = isFirst ? 0 : 1;
      if (rest.length < at + 4) return;
      const length = rest.readUInt32BE(at);
      if (rest.length < at + length) return;
      onMessage(isFirst ? START : rest.toString('latin1', 0, 1), rest.subarray(at + 4, at + length));
      isFirst = false;
      rest = rest.subarray(at + length);
    }
  };
}

/** A text of a message, which ends with a zero byte. */
function textAt(body: Buffer, from: number): string {
  return body.toString('utf8', from, body.indexOf(0, from));
}

function normalised(statement: string): string {
  return statement
    .replace(/\s+/g, ' ')
    .replace(/ ?([(),]) ?/g, '$1')
    .replace(/\$\d+/g, '$')
    .trim();
}

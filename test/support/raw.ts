import { connect, type Socket } from 'node:net';

/** A connection that sends bytes unchanged. */
export interface Raw {
  readonly socket: Socket;
  /** The bytes received so far. */
  readonly received: () => string;
  /** Resolves when either side has closed the connection, in any way. */
  readonly closed: Promise<void>;
}

export function openRaw(port: number): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1');
    const closed = new Promise<void>((close) => {
      socket.once('close', () => {
        close();
      });
    });
    socket.once('error', reject);
    // The other side may close the connection at any time.
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.once('connect', () => {
      resolve({ socket, received: () => Buffer.concat(chunks).toString('latin1'), closed });
    });
  });
}

/** Sends bytes and waits until the other side closes the connection. */
export async function sendRaw(port: number, bytes: string | Buffer): Promise<string> {
  const { socket, received, closed } = await openRaw(port);
  socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  await closed;
  return received();
}

export interface RawAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** Splits the received text into responses, by their Content-Length. */
export function answersIn(received: string): readonly RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = received;
  for (;;) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) return answers;
    const head = rest.slice(0, end);
    const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
    const body = rest.slice(end + 4, end + 4 + length);
    answers.push({ status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]), head, body });
    rest = rest.slice(end + 4 + length);
  }
}

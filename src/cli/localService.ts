import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import type { Config } from '../config/config.js';
import type { Database } from '../db/database.js';
import { sentenceOf } from './failures.js';
import { runFindingCommand } from './findingCommands.js';
import { MAX_REQUEST_BYTES, parseRequest, socketPath } from './localSocket.js';
import { CommandError, logLine } from './output.js';

/** The time limit for a command to send its request. */
const REQUEST_TIMEOUT_MS = 5_000;
/** The most commands at a time. */
const MAX_AT_ONCE = 10;

/** Stops taking commands, waits for those that run, and removes the socket. */
export type StopLocal = () => Promise<void>;

/**
 * Accepts commands that change findings while the service holds the embedded database. They come through a socket in
 * the data folder, which only the owner of the process may open. The caller holds the lock of the folder, so an
 * existing socket belongs to a killed process. If the socket cannot be created, the function prints why, and the
 * service runs without it.
 */
export async function serveLocally(database: Database, config: Config): Promise<StopLocal> {
  const path = socketPath(config.dataDir);
  if (path === null) {
    logLine(`The path of ${config.dataDir} is too long for a socket: stop the service to dismiss findings.`);
    return () => Promise.resolve();
  }
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    void answer(socket, database, config);
  });
  server.maxConnections = MAX_AT_ONCE;
  try {
    rmSync(path, { force: true });
    await listenPrivately(server, path);
  } catch (error) {
    logLine(
      `The service cannot create the socket ${path}: ${sentenceOf(error)}. Stop the service to dismiss findings.`,
    );
    return () => Promise.resolve();
  }
  return () =>
    new Promise((resolve) => {
      server.close(() => {
        rmSync(path, { force: true });
        resolve();
      });
    });
}

/** Listens with mode 0600. Node makes the socket before `listen` returns, so no other file gets this mask. */
async function listenPrivately(server: Server, path: string): Promise<void> {
  const listening = once(server, 'listening');
  const mask = process.umask(0o177);
  try {
    server.listen({ path });
  } finally {
    process.umask(mask);
  }
  await listening;
  chmodSync(path, 0o600);
}

/** Answers one request, with the result or an error as JSON. */
async function answer(socket: Socket, database: Database, config: Config): Promise<void> {
  // A command that was killed needs no answer.
  socket.on('error', () => socket.destroy());
  const text = await readRequest(socket);
  if (text === null) return;
  socket.end(JSON.stringify(await resultOf(text, database, config)));
}

async function resultOf(text: string, database: Database, config: Config): Promise<object> {
  const request = parseRequest(text);
  if (request === null) {
    return {
      error: 'The running service does not know this command: use the udg command of the same version as the service.',
      status: 1,
    };
  }
  try {
    return await runFindingCommand(database, config, request);
  } catch (error) {
    return { error: sentenceOf(error), status: error instanceof CommandError ? error.status : 1 };
  }
}

/** Reads until the client has sent everything. Null: it sent too much, took too long, or disconnected. */
function readRequest(socket: Socket): Promise<string | null> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const giveUp = (): void => {
      socket.destroy();
      resolve(null);
    };
    const timer = setTimeout(giveUp, REQUEST_TIMEOUT_MS);
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > MAX_REQUEST_BYTES) giveUp();
    });
    socket.once('end', () => {
      clearTimeout(timer);
      resolve(Buffer.concat(chunks).toString('utf8'));
    });
    socket.once('close', () => {
      clearTimeout(timer);
      resolve(null);
    });
  });
}

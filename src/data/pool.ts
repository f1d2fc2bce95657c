import type { Duplex } from 'node:stream';
import type { Knex } from 'knex';
import type pg from 'pg';
import { isTurnOver, nextTurn } from '../values/turns.js';
import type { Caller, Statement } from './database.js';

/*
 * What Knex and pg keep beside what their types tell, as far as it is used: nothing else of ours knows of it.
 */

/** Knex's pool of connections (`tarn`). */
export interface Pool {
  /** May be changed: more than it are not opened. */
  max: number;
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
  numPendingCreates(): number;
  on(event: 'createSuccess' | 'destroyRequest', listener: (event: number, driver: object) => void): unknown;
}

/** Knex's client of a database. A connection of the driver is an object of its own class: of pg a `Client`. */
export interface KnexClient {
  acquireConnection(): Promise<object>;
  releaseConnection(driver: object): Promise<void>;
  /** Undefined once it is closed. */
  readonly pool?: Pool;
}

/** What Knex notes on a connection of the driver. */
interface Noted {
  readonly __knexUid?: string;
  /** Set on one that the pool is not to hand out any more. */
  __knex__disposed?: unknown;
}

const nothing = (): void => undefined;

/** What holds of Knex on both engines. */
export const KNEX = {
  /** Knex prints failures, with their SQL, on standard output; they are all thrown as well. */
  log: { warn: nothing, error: nothing, deprecate: nothing, debug: nothing },
  /** Errors name their statement without what is bound to it. */
  compileSqlOnError: false,
} as const satisfies Knex.Config;

export function clientOf(instance: Knex): KnexClient {
  return instance.client as KnexClient;
}

/** The pool of a database; undefined once it is closed. */
export function poolOf({ knex }: { readonly knex: Knex }): Pool | undefined {
  return clientOf(knex).pool;
}

/** Knex's name of a connection, by which its events tell of it. */
export function nameOf(driver: object): string {
  return (driver as Noted).__knexUid ?? '';
}

/**
 * Takes a connection out of use: the pool hands it out no more, statements on it fail at once, and the server, which
 * looks every so often whether its client is there (`client_connection_check_interval`), ends what it was doing.
 */
export function discard(driver: pg.Client): void {
  (driver as Noted).__knex__disposed ??= 'discarded';
  streamOf(driver)?.destroy();
}

/** Has what is asked until everything that runs now has run sent at once: each sending costs as much as a small statement. */
export function sendTogether(driver: pg.Client): void {
  const stream = streamOf(driver);
  stream?.cork();
  process.nextTick(() => stream?.uncork());
}

/** Bytes that a socket takes in at a time, where there are as many. */
const FULL_READ = 65_536;

/** Has a large answer of the server taken in by turns: where much has come, a socket takes in two megabytes in one. */
export function receiveInTurns(driver: pg.Client): void {
  const stream = streamOf(driver);
  stream?.on('data', ({ length }: Buffer) => {
    if (length < FULL_READ || !isTurnOver()) return;
    stream.pause();
    void nextTurn().then(() => stream.resume());
  });
}

/**
 * Whether statements are sent without waiting for those before them (pg's `pipeline`, which its types call read-only).
 * Whoever holds a connection of the pool finds it with nothing under way.
 */
export function setPipelining(driver: pg.Client, pipeline: boolean): void {
  if (driver.pipeline !== pipeline) Object.assign(driver, { pipeline });
}

function streamOf(driver: pg.Client): Duplex | undefined {
  return (driver as { readonly connection?: { readonly stream: Duplex } }).connection?.stream;
}

/** A statement as Knex's events tell of it. */
export interface KnexStatement {
  /** Knex's number of the statement; some that it makes up have only their connection's. */
  readonly __knexQueryUid?: string;
  readonly __knexUid: string;
  readonly sql: string;
}

/** What distinguishes a statement from others that are under way. */
export function idOf({ __knexQueryUid: id, __knexUid: connection }: KnexStatement): string {
  return id ?? connection;
}

/** Has Knex emit its events of a statement that it does not send itself. @returns to be called at its end */
export function emitStatement(
  instance: Knex,
  driver: object,
  statement: { readonly id: string; readonly sql: string; readonly bindings: readonly unknown[] },
): { readonly answered: (rows: readonly unknown[]) => void; readonly failed: (error: unknown) => void } {
  const { id, sql, bindings } = statement;
  const event = { __knexUid: nameOf(driver), __knexQueryUid: id, sql, bindings };
  instance.emit('query', event);
  return {
    answered: (rows) => instance.emit('query-response', rows, event),
    failed: (error) => instance.emit('query-error', error, event),
  };
}

/** A connection as far as its statements are followed. */
interface Held {
  /** On whose behalf it is held; undefined: nobody's, or no single request's. */
  readonly caller: Caller | undefined;
  /** When the last statement over it ended (`performance.now`). */
  lastEnd: number;
}

interface Running {
  readonly since: number;
  readonly connection: Held | undefined;
  readonly caller: Caller | undefined;
}

/**
 * Follows the statements of a database, by Knex's events: the time that each takes, and of the request on whose behalf it
 * is, the time that it waits.
 */
export function followStatements(
  instance: Knex,
  connections: { readonly named: (name: string) => Held | undefined },
): (listener: (statement: Statement) => void) => () => void {
  const running = new Map<string, Running>();
  const listeners = new Set<(statement: Statement) => void>();
  const ended = (statement: KnexStatement): void => {
    const found = running.get(idOf(statement));
    if (!found) return;
    running.delete(idOf(statement));
    const { since, connection, caller } = found;
    caller?.clock.waitEnds();
    const now = performance.now();
    // One that was sent behind others began when they had ended.
    const ms = now - Math.max(since, connection?.lastEnd ?? 0);
    if (connection) connection.lastEnd = now;
    for (const listener of listeners) listener({ sql: statement.sql, ms, caller });
  };
  instance.on('query', (statement: KnexStatement) => {
    if (listeners.size === 0) return;
    const connection = connections.named(statement.__knexUid);
    const caller = connection?.caller;
    caller?.clock.waitBegins();
    running.set(idOf(statement), { since: performance.now(), connection, caller });
  });
  instance.on('query-response', (_rows: unknown, statement: KnexStatement) => {
    ended(statement);
  });
  instance.on('query-error', (_error: unknown, statement: KnexStatement) => {
    ended(statement);
  });
  return (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
}

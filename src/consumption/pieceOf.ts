import { DAY_MS, SLOTS } from '../usage/grid.js';

/** Sums of a group of accounts over the part of a period that lies in one year. */
export interface Piece {
  readonly group: number;
  /** Index of the period. */
  readonly period: number;
  readonly year: number;
  /** Of temperatures: °C × ms. */
  readonly quantity: number;
  readonly estimated: number;
  readonly dayQuantity: number;
  readonly coveredMs: number;
  /** Milliseconds of the units, months, days or slots, that an account covers wholly, over the accounts. */
  readonly fullMs: number;
  /** Of combined: what each source contributes; null where it gives nothing, neither coverage nor quantity. */
  readonly hh: number | null;
  readonly reading: number | null;
  readonly invoice: number | null;
  readonly custom: number | null;
}

/** The year that a day is in. */
export function yearOf(day: number): number {
  return new Date(day * DAY_MS).getUTCFullYear();
}

/** Slots of a day that are its daytime, [06:00, 18:00) UTC. */
export function isDaytime(slot: number): boolean {
  return slot >= SLOTS / 4 && slot < (3 * SLOTS) / 4;
}

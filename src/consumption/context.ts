import type { Caller, Queryable, VisibleSnapshot } from '../data/database.js';
import type { Access, Resource } from '../data/resource.js';
import type { DataState } from '../data/state.js';
import type { Factors } from './factors.js';
import type { Group, Piece } from './periodTotals.js';
import type { ScopeAccount } from './scope.js';

/** What the figures are read from. */
export interface ConsumptionContext {
  readonly snapshot: VisibleSnapshot;
  readonly access: Access;
  readonly account: Resource;
  readonly asset: Resource;
  readonly defaultCountry: string;
  /** Set where all there is to read was read by one statement. */
  readonly known?: Known;
}

/** The accounts that count, and their usage. */
export interface Known {
  readonly accounts: readonly ScopeAccount[];
  readonly groups: readonly Group[];
  /** By period. */
  readonly pieces: readonly Piece[];
  /** Null: emissions are not wanted. */
  readonly factors: Factors | null;
}

/** What the figures of a request are read from, and the bounds on asking for them. */
export interface ConsumptionRequest extends Omit<ConsumptionContext, 'snapshot' | 'known'> {
  /** The database, for figures of one snapshot. */
  readonly queryable: Queryable;
  /** The request that figures are read for. */
  readonly caller: Caller | undefined;
  /** Told what the database was at in the snapshot that figures came from. */
  readonly onState?: (state: DataState) => void;
  readonly assetGroup: Resource;
  readonly entity: Resource;
  readonly maxPeriods: number;
  readonly endDateIncluded: boolean;
}

import type { Caller, Queryable, VisibleSnapshot } from '../db/database.js';
import type { Resource } from '../data/resource.js';
import type { DataState } from '../data/state.js';
import type { Factors } from './factors.js';
import type { Group, UsageRow } from './periodTotals.js';
import type { ScopeAccount, VisibleRecords } from './scope.js';

/** The snapshot of the figures, and the visible records in it. */
export interface ConsumptionContext extends VisibleRecords {
  readonly snapshot: VisibleSnapshot;
  /** The data of the figures, if one statement has read all of it; null: further statements read it. */
  readonly usage: TargetUsage | null;
}

/** The accounts of a target and their usage. */
export interface TargetUsage {
  readonly accounts: readonly ScopeAccount[];
  readonly groups: readonly Group[];
  /** By period. */
  readonly usageRows: readonly UsageRow[];
  /** Null: emissions are not requested. */
  readonly factors: Factors | null;
}

/** The database and the viewer of a request, and the limits of its query. */
export interface ConsumptionRequest extends Omit<ConsumptionContext, 'snapshot' | 'usage'> {
  /** The database, for figures of one snapshot. */
  readonly queryable: Queryable;
  /** The request for the figures. */
  readonly caller: Caller | undefined;
  /** Called with the state in the snapshot of the figures. */
  readonly onState?: ((state: DataState) => void) | undefined;
  readonly assetGroup: Resource;
  readonly entity: Resource;
  readonly maxPeriods: number;
  readonly endDateIncluded: boolean;
}

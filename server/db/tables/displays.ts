import type { ColumnType, Generated } from 'kysely';
import type { WallDashboardId, WallInterrupt, WallTheme } from '../../../src/contracts/display.ts';
import type { Json, MaybeMoment, Moment } from './identity.ts';

/**
 * A wall display. What it reports about itself (build to viewport) is written when it requests its playlist, without an event, since no
 * figure depends on it.
 */
export interface DisplayTable {
  display_id: string;
  tenant_id: string;
  version: number;
  name: string;
  playlist: Json<WallDashboardId[]>;
  dwell_s: number;
  theme: WallTheme;
  interrupt_from: Generated<WallInterrupt>;
  /** Hash of the user code it was approved under. */
  pairing: string;
  device: string;
  /** Name of the administrator. */
  approved_by: string;
  /** The account's id; null in rows from before it was recorded. */
  approved_by_id: ColumnType<string | null, string | null | undefined, never>;
  approved_at: Moment;
  /** When the display took up its session; only one browser ever can. */
  claimed_at: MaybeMoment;
  revoked_at: MaybeMoment;
  build: string | null;
  frame_at: MaybeMoment;
  frame_dashboard: WallDashboardId | null;
  seen_at: MaybeMoment;
  transport: string | null;
  viewport: string | null;
}

/** Wall displays, waiting codes excepted: those are rows of the embedded provider. */
export interface DisplayTables {
  displays: DisplayTable;
}

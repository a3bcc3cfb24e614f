import type { ColumnType, Generated } from 'kysely';
import type { Json, Moment } from './identity.ts';

/** A command that took effect: the same key of the same account gets this answer again, another request under it is refused. */
interface IdempotencyKeyRow {
  tenant_id: string;
  account_id: string;
  key: string;
  /** SHA-256 of what was asked for: call, parameters and body. */
  request_hash: string;
  /** Whole, or reduced to the id and version of what it told of (commands/keptAnswers.ts). */
  answer: Json<unknown>;
  used_at: Moment;
}

/** Read-only mode of a tenant (D-23); no row means that it was never on. */
interface KillSwitchRow {
  tenant_id: string;
  active: boolean;
  reason: string;
  by_name: string;
  /** The account's id; null in rows from before it was recorded. */
  by_id: ColumnType<string | null, string | null | undefined, string | null>;
  changed_at: Moment;
  /** Goes up with every move. */
  version: Generated<number>;
}

export interface CommandTables {
  idempotency_keys: IdempotencyKeyRow;
  kill_switches: KillSwitchRow;
}

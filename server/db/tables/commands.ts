import type { ColumnType, Generated } from 'kysely';
import type { Json, Moment } from './identity.ts';

/** A completed command: a repeat of the key by the same account gets this answer; a different request under the key is refused. */
interface IdempotencyKeyRow {
  tenant_id: string;
  account_id: string;
  key: string;
  /** SHA-256 of the request: call, parameters and body. */
  request_hash: string;
  /** The whole answer, or only the id and version of its resource (commands/keptAnswers.ts). */
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
  /** Increases with every change of the switch. */
  version: Generated<number>;
}

/** Answers of commands by idempotency key, and the kill switch. */
export interface CommandTables {
  idempotency_keys: IdempotencyKeyRow;
  kill_switches: KillSwitchRow;
}

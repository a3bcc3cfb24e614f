import type { MaybeMoment, Moment } from './identity.ts';

/** A secret of the platform, wrapped by a key outside the database (server/evidence/keyWrap.ts). */
export interface PlatformSecretTable {
  /** Purpose (server/secrets/kinds.ts). */
  name: string;
  secret_id: string;
  /** The envelope; it names its row by `secretRow` of server/secrets/secrets.ts. */
  sealed: string;
  made_at: Moment;
  /** When another secret replaced it; null: in use. */
  stopped_at: MaybeMoment;
}

/** Secrets of the platform, unreadable without the key outside the database. */
export interface SecretTables {
  platform_secrets: PlatformSecretTable;
}

import type { MaybeMoment, Moment } from './identity.ts';

/** A secret of the platform's own, wrapped by a key outside the database (server/evidence/keyWrap.ts). */
export interface PlatformSecretTable {
  /** What it is for (server/secrets/kinds.ts). */
  name: string;
  secret_id: string;
  /** The envelope; the row's name in it is `secretRow` of server/secrets/secrets.ts. */
  sealed: string;
  made_at: Moment;
  /** When another took its place; null: in use. */
  stopped_at: MaybeMoment;
}

export interface SecretTables {
  platform_secrets: PlatformSecretTable;
}

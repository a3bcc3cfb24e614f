import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Signer } from '../evidence/manifests.ts';
import type { Emit } from '../realtime/log.ts';
import type { TenantProfile } from '../seed/profiles.ts';
import type { Random } from '../seed/random.ts';

/** What an act of the simulated day works with: the tenant's write transaction, and where variety comes from. */
export interface Scene {
  readonly trx: Kysely<Database>;
  readonly emit: Emit;
  readonly tenantId: string;
  readonly profile: TenantProfile;
  readonly random: Random;
  /** Business time of everything that happens in this transaction. */
  readonly now: Date;
  readonly correlationId: string;
  /** The platform's current key, for what is signed when it comes about. */
  readonly signer: Signer;
  /** Asks for the KPIs to be computed once at the end of the transaction. */
  touchKpis(): void;
}

/** Something that happens; false where there was nothing for it to happen to. */
export type Act = (scene: Scene) => Promise<boolean>;

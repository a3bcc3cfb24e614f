import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Signer } from '../evidence/manifests.ts';
import type { Emit } from '../realtime/log.ts';

/** A tenant's write transaction, as entity rules use it, whether for a person's command or the simulated day. */
export interface Writing {
  readonly trx: Kysely<Database>;
  readonly emit: Emit;
  readonly tenantId: string;
  /**
   * Time of everything in this transaction: real time, also while the simulated day stands still (S-11). Used for people's acts and
   * signatures.
   */
  readonly now: Date;
  /** The day of the figures: `now`, or the moment it is frozen at (D-16). Figures are computed as of it; nothing is dated by it. */
  readonly day: Date;
  readonly correlationId: string;
  /** When a person decided it on the device (D-56); null or absent if not reported or not a person's decision. */
  readonly decidedAt?: Date | null;
}

/** A transaction that may affect signed records; changes to them are stated under the platform's key. */
export interface SignedWriting extends Writing {
  readonly signer: Signer;
}

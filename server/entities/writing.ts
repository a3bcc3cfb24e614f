import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Signer } from '../evidence/manifests.ts';
import type { Emit } from '../realtime/log.ts';

/** A tenant's write transaction as rules of entities see it, whoever runs it: a person's command or the simulated day. */
export interface Writing {
  readonly trx: Kysely<Database>;
  readonly emit: Emit;
  readonly tenantId: string;
  /** When everything happens that happens in this transaction: real time, by what people do and by what is signed, while the day stands still too (S-11). */
  readonly now: Date;
  /** Where the day of the figures stands: `now`, or the moment that it is frozen at (D-16). Figures are computed as of this, and nothing is dated by it. */
  readonly day: Date;
  readonly correlationId: string;
  /** When a person decided it on the device (D-56); null or absent where nobody told, and for what nobody decides. */
  readonly decidedAt?: Date | null;
}

/** A transaction in which something may happen to what was signed: it is stated under the platform's key. */
export interface SignedWriting extends Writing {
  readonly signer: Signer;
}

import type { Writing } from '../entities/writing.ts';
import type { Signer } from '../evidence/manifests.ts';
import type { TenantProfile } from '../seed/profiles.ts';
import type { Random } from '../seed/random.ts';

/** What an act of the simulated day works with: the tenant's write transaction, and where variety comes from. */
export interface Scene extends Writing {
  readonly profile: TenantProfile;
  readonly random: Random;
  /** The platform's current key, for what is signed when it comes about. */
  readonly signer: Signer;
  /** Asks for the KPIs to be computed once at the end of the transaction. */
  touchKpis(): void;
}

/** Something that happens; false where there was nothing for it to happen to. */
export type Act = (scene: Scene) => Promise<boolean>;

import type { SignedWriting } from '../entities/writing.ts';
import type { TenantProfile } from '../seed/profiles.ts';
import type { Random } from '../seed/random.ts';

/** What an act of the simulated day works with: the tenant's write transaction, and where variety comes from. */
export interface Scene extends SignedWriting {
  readonly profile: TenantProfile;
  readonly random: Random;
  /** Asks for the KPIs to be computed once at the end of the transaction. */
  touchKpis(): void;
}

/** Something that happens; false where there was nothing for it to happen to. */
export type Act = (scene: Scene) => Promise<boolean>;

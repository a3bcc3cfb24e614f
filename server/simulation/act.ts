import type { SignedWriting } from '../entities/writing.ts';
import type { TenantProfile } from '../seed/profiles.ts';
import type { Random } from '../seed/random.ts';

/** Context of an act of the simulated day: the tenant's write transaction, its profile and the random source. */
export interface Scene extends SignedWriting {
  readonly profile: TenantProfile;
  readonly random: Random;
  /** Requests that the KPIs are computed once at the end of the transaction. */
  touchKpis(): void;
}

/** A simulated event; returns false if there was nothing it could happen to. */
export type Act = (scene: Scene) => Promise<boolean>;

import type { KillSwitch } from '../../contracts/killSwitch.ts';
import type { HubStatus } from '../../contracts/rpc.ts';
import { type FreshnessState, isLost } from '../../domain/freshness.ts';
import { isHalted } from '../../domain/resourceFreshness.ts';

/** The document's words when it is pulled (core document, section 4). */
export const stoppedWords = 'Emergency kill switch activated - all processing halted';

/** A pull of the switch, as far as it is known. */
interface Pull {
  readonly since: number | null;
  /** Null where only a refused change has told of it. */
  readonly by: string | null;
  /** Their account; undefined where it is not told. */
  readonly byId: string | undefined;
  readonly reason: string;
  readonly version: number;
}

/** Where the kill switch stands, as far as this console knows. The platform says it, or, cut off from it, the device remembers what it last said. */
export type SwitchView =
  | { readonly state: 'off' }
  | ({ readonly state: 'on' } & Pull)
  | { readonly state: 'wasOff' }
  | ({ readonly state: 'wasOn' } & Pull)
  /** Never told on this device: cut off, or the platform's answer did not come. */
  | { readonly state: 'unknown' };

/**
 * @param kept what the device keeps of the switch; null where it was never told
 * @param freshness how old what is kept is: a link that has just come back has not said yet that nobody pulled it meanwhile
 */
export function switchView(
  status: Pick<HubStatus, 'killSwitch' | 'switchDoubt' | 'connection'>,
  kept: KillSwitch | null,
  freshness: FreshnessState,
): SwitchView {
  const { killSwitch } = status;
  const connected = status.connection.state === 'connected';
  if (killSwitch?.active === true) return { state: isHalted(status) ? 'on' : 'wasOn', ...pullOf(killSwitch) };
  // Every word of the platform is kept as it comes: nothing kept is nothing heard, and a stream alone says nothing of the switch until it moves.
  if (kept === null) return { state: 'unknown' };
  if (connected && !kept.active && !isLost(freshness)) return { state: 'off' };
  return kept.active ? { state: 'wasOn', ...pullOf(kept) } : { state: 'wasOff' };
}

function pullOf({ since, by, byId, reason, version }: Omit<KillSwitch, 'active'>): Pull {
  return { since: since === null ? null : Date.parse(since), by: by === '' ? null : by, byId, reason, version };
}

/** Why pulling or releasing it will hardly work just now; null where it should. It needs the network: nothing is kept for later (D-23). It may be tried
 * all the same, since the stream can be broken where calls still go through. */
export function unreachableWords({ connection, session }: Pick<HubStatus, 'connection' | 'session'>): string | null {
  if (connection.state !== 'connected')
    return 'The kill switch needs the network, and the platform cannot be reached just now. It is tried at once and never kept for later.';
  if (session.phase !== 'signedIn' || !session.confirmed) return 'The platform has not confirmed yet who you are.';
  return null;
}

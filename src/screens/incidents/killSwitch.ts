import type { KillSwitch } from '../../contracts/killSwitch.ts';
import type { HubStatus } from '../../contracts/rpc.ts';
import { type FreshnessState, isLost } from '../../domain/freshness/freshness.ts';
import { isHalted } from '../../domain/freshness/resourceFreshness.ts';

/** The document's text for an activation (core document, section 4). */
export const stoppedLabels = 'Emergency kill switch activated - all processing halted';

/** An activation of the switch, as far as it is known. */
interface Pull {
  readonly since: number | null;
  /** Null if only a refused command has told of it. */
  readonly by: string | null;
  /** Their account; undefined if not told. */
  readonly byId: string | undefined;
  readonly reason: string;
  readonly version: number;
}

/** State of the kill switch as far as this console knows: from the platform or, offline, the last stored state. */
export type SwitchView =
  | { readonly state: 'off' }
  | ({ readonly state: 'on' } & Pull)
  | { readonly state: 'wasOff' }
  | ({ readonly state: 'wasOn' } & Pull)
  /** Nothing stored on this device: offline, or the platform has not answered. */
  | { readonly state: 'unknown' };

/**
 * The state to show.
 * @param kept the stored state; null if there never was one
 * @param freshness age of the stored state: a connection that has just returned has not yet confirmed that the switch stayed off
 */
export function switchView(
  status: Pick<HubStatus, 'killSwitch' | 'switchDoubt' | 'connection'>,
  kept: KillSwitch | null,
  freshness: FreshnessState,
): SwitchView {
  const { killSwitch } = status;
  const connected = status.connection.state === 'connected';
  if (killSwitch?.active === true) return { state: isHalted(status) ? 'on' : 'wasOn', ...pullOf(killSwitch) };
  // Every statement of the platform is stored, so nothing stored means nothing known. An open stream alone reports the switch only when it
  // changes.
  if (kept === null) return { state: 'unknown' };
  if (connected && !kept.active && !isLost(freshness)) return { state: 'off' };
  return kept.active ? { state: 'wasOn', ...pullOf(kept) } : { state: 'wasOff' };
}

function pullOf({ since, by, byId, reason, version }: Omit<KillSwitch, 'active'>): Pull {
  return { since: since === null ? null : Date.parse(since), by: by === '' ? null : by, byId, reason, version };
}

/**
 * Why activating or releasing is unlikely to work now; null if it should. It needs the network and is never queued (D-23). The user may
 * try anyway, because the stream can be broken while calls still get through.
 */
export function unreachableLabels({ connection, session }: Pick<HubStatus, 'connection' | 'session'>): string | null {
  if (connection.state !== 'connected')
    return 'The kill switch needs the network, and the platform cannot be reached right now. It is tried at once and never kept for later.';
  if (session.phase !== 'signedIn' || !session.confirmed) return 'The platform has not confirmed yet who you are.';
  return null;
}

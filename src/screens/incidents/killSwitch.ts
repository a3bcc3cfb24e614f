import type { HubStatus } from '../../contracts/rpc.ts';

/** The document's words when it is pulled (core document, section 4). */
export const stoppedWords = 'Emergency kill switch activated - all processing halted';

/** Where the kill switch stands, as far as this console knows. */
export type SwitchView =
  | { readonly state: 'off' }
  /** `by` is null where only a refused change has told of it. */
  | { readonly state: 'on'; readonly since: number; readonly by: string | null; readonly reason: string; readonly version: number }
  /** Cut off, and not known to be on when the link was lost. */
  | { readonly state: 'unknown' };

export function switchView({ killSwitch, connection }: Pick<HubStatus, 'killSwitch' | 'connection'>): SwitchView {
  if (killSwitch?.active === true)
    return {
      state: 'on',
      since: Date.parse(killSwitch.since),
      by: killSwitch.by === '' ? null : killSwitch.by,
      reason: killSwitch.reason,
      version: killSwitch.version,
    };
  return { state: connection.state === 'connected' ? 'off' : 'unknown' };
}

/** Why pulling or releasing it will hardly work just now; null where it should. It needs the network: nothing is kept for later (D-23). It may be tried
 * all the same, since the stream can be broken where calls still go through. */
export function unreachableWords({ connection, session }: Pick<HubStatus, 'connection' | 'session'>): string | null {
  if (connection.state !== 'connected')
    return 'The kill switch needs the network, and the platform cannot be reached just now. It is tried at once and never kept for later.';
  if (session.phase !== 'signedIn' || !session.confirmed) return 'The platform has not confirmed yet who you are.';
  return null;
}

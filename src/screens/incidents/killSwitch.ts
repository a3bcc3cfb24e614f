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

/** Why it can be neither pulled nor released just now; null where it can. It needs the network: nothing is kept for later (D-23). */
export function unreachableWords({ connection, session }: Pick<HubStatus, 'connection' | 'session'>): string | null {
  if (connection.state !== 'connected') return 'The kill switch needs the network, and the platform cannot be reached just now.';
  if (session.phase !== 'signedIn' || !session.confirmed) return 'The platform has not confirmed who you are yet.';
  return null;
}

import type { ConnectionStatus } from '../../contracts/rpc.ts';

/** What is known of the moment at which the link was lost; epoch milliseconds on the server's clock. */
export interface LinkMemory {
  /** Whether the platform was heard since this hub began. */
  readonly heard: boolean;
  /** When the link was lost that was gone when this hub began; null where nobody saw it go. */
  readonly carried: number | null;
  /** What the device keeps for the next hub. */
  readonly kept: number | null;
}

/** What a hub begins with. `kept`: what the one before left; `reached`: the platform has answered since, so that this loss is another one. */
export const linkMemory = (kept: number | null, reached: boolean): LinkMemory => ({ heard: false, carried: reached ? null : kept, kept });

/**
 * The status with the true moment of the loss: as this hub saw it, as an earlier one did where the platform was not heard since, or not known. A hub that begins anew in an
 * outage begins to try, which is not when the link was lost. `memory.kept` is to be written down where it changed. Pure.
 */
export function withLostAt(
  memory: LinkMemory,
  status: ConnectionStatus,
): { readonly memory: LinkMemory; readonly status: ConnectionStatus } {
  if (status.state === 'connected') return { memory: { heard: true, carried: null, kept: null }, status };
  if (status.state !== 'reconnecting') return { memory, status };
  const lostAt = memory.heard ? status.since : memory.carried;
  return { memory: { ...memory, kept: lostAt }, status: { ...status, lostAt } };
}

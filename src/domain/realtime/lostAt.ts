import type { ConnectionStatus } from '../../contracts/rpc.ts';

/** What is known about when the link was lost; epoch milliseconds on the server's clock. */
export interface LinkMemory {
  /** True if the platform was heard since this hub started. */
  readonly heard: boolean;
  /** When the link was lost, if it was already down when this hub started; null if unknown. */
  readonly carried: number | null;
  /** What is stored on the device for the next hub. */
  readonly kept: number | null;
}

/**
 * Initial memory of a hub. `kept`: what the previous hub stored; `reached`: the platform has answered since, so this is a different loss.
 */
export const linkMemory = (kept: number | null, reached: boolean): LinkMemory => ({ heard: false, carried: reached ? null : kept, kept });

/**
 * Adds the true moment of the loss to the status: as this hub saw it, as an earlier hub saw it if the platform was not heard since, or
 * null if unknown. (A hub that starts during an outage starts retrying then, but the link was lost earlier.) Store `memory.kept` when it
 * changed. Pure.
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

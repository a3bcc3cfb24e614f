import type { Problem } from '../../contracts/problem.ts';
import type { ConnectionStatus, HubStatus, ResourceKey } from '../../contracts/rpc.ts';
import { type FreshnessState, type Halt, freshnessOf } from './freshness.ts';
import { freshnessRuleOf, isWork, topicsCarrying } from './resources.ts';

/** The part of the store's sync row that determines an age. Server clock, epoch ms. */
export interface FetchedRow {
  readonly lastSuccessAt: number | null;
  /** Null if the last fetch succeeded. */
  readonly lastFailure: Problem | null;
  readonly owed?: { readonly at: number } | null;
}

type SwitchHeard = Pick<HubStatus, 'killSwitch' | 'switchDoubt' | 'connection'>;

/**
 * Whether all work is stopped, as used by every claim about it: since when and by whom; null while it is known to continue; `unknown` if
 * not reported. A halt becomes past (`past`) once it is unconfirmed: the link is down, or the platform was asked again and has not
 * answered.
 */
export function haltKnown({ killSwitch, switchDoubt = false, connection }: SwitchHeard): Halt | 'unknown' | null {
  const halt = haltOf(killSwitch);
  if (halt === null) return switchDoubt ? 'unknown' : null;
  return switchDoubt || connection.state !== 'connected' ? { ...halt, past: true } : halt;
}

/** True if the platform says now that the kill switch is on; controls are disabled and the state is displayed by this. */
export function isHalted(heard: SwitchHeard): boolean {
  const halt = haltKnown(heard);
  return halt !== null && halt !== 'unknown' && halt.past !== true;
}

/** Since when and by whom all work is stopped, as far as known; null while it continues. */
export function haltOf(killSwitch: HubStatus['killSwitch']): Halt | null {
  return killSwitch?.active === true ? { at: Date.parse(killSwitch.since), by: killSwitch.by } : null;
}

/**
 * Freshness of a resource's rows, from its sync row and the hub's connection and storage state. Pure. `now`: server's clock, epoch
 * milliseconds. If the device is out of space (F-16), arriving data cannot be stored, nor that fact recorded beside the rows, so no
 * stream confirms them.
 */
export function resourceFreshness(
  key: ResourceKey,
  row: FetchedRow | null,
  connection: ConnectionStatus,
  now: number,
  storage: Problem | null = null,
  halt: Halt | 'unknown' | null = null,
): FreshnessState {
  const unkept = storage?.cause === 'full' ? storage : null;
  const carrying = topicsCarrying(key);
  const heard = carrying.map((topic) => connection.heardAt?.[topic] ?? 0);
  const { refetchMs = null, staleAfterMs } = freshnessRuleOf(key);
  const record =
    row === null
      ? null
      : {
          lastSuccessAt: row.lastSuccessAt,
          failure: unkept ?? row.lastFailure,
          vouchedAt: heard.length === 0 || unkept !== null ? null : Math.min(...heard),
          owedAt: row.owed?.at ?? null,
        };
  return freshnessOf(record, {
    connected: connection.state === 'connected',
    carried: carrying.length > 0,
    refetchMs,
    staleAfterMs,
    nowMs: now,
    halt: isWork(key) ? halt : null,
  });
}

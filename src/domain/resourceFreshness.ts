import type { Problem } from '../contracts/problem.ts';
import type { ConnectionStatus, HubStatus, ResourceKey } from '../contracts/rpc.ts';
import { type FreshnessState, type Halt, freshnessOf } from './freshness.ts';
import { freshnessRuleOf, isWork, topicsCarrying } from './resources.ts';

/** The part of the store's sync row that an age is judged by. Server clock, epoch ms. */
export interface FetchedRow {
  readonly lastSuccessAt: number | null;
  /** Null where the last fetch succeeded. */
  readonly lastFailure: Problem | null;
  readonly owed?: { readonly at: number } | null;
}

type SwitchHeard = Pick<HubStatus, 'killSwitch' | 'switchDoubt' | 'connection'>;

/**
 * Whether all work is stopped, as every word that claims of its state is judged: since when and by whom; null while it is known to go on; `unknown` while nobody has said.
 * A halt that was told of is past from the moment that nobody says that it lasts: the link is gone, or the platform was asked anew and has not answered.
 */
export function haltKnown({ killSwitch, switchDoubt = false, connection }: SwitchHeard): Halt | 'unknown' | null {
  const halt = haltOf(killSwitch);
  if (halt === null) return switchDoubt ? 'unknown' : null;
  return switchDoubt || connection.state !== 'connected' ? { ...halt, past: true } : halt;
}

/** Whether the platform says now that the kill switch is on: what is barred by it is barred by this, and what says that it is on says it by this. */
export function isHalted(heard: SwitchHeard): boolean {
  const halt = haltKnown(heard);
  return halt !== null && halt !== 'unknown' && halt.past !== true;
}

/** Since when and by whom all work is stopped, as far as it is known; null while it goes on. */
export function haltOf(killSwitch: HubStatus['killSwitch']): Halt | null {
  return killSwitch?.active === true ? { at: Date.parse(killSwitch.since), by: killSwitch.by } : null;
}

/**
 * How old a resource's rows are, from its sync row and what the hub says of the connection and of the device's storage. Pure. `now`: server's clock, epoch milliseconds.
 * Where the device has no room (F-16) nothing that arrives is in the rows, and not even that can be written beside them: no stream vouches for them.
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

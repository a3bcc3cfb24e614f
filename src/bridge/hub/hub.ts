import type { DraftLeft } from '../../contracts/draft.ts';
import type { Command } from '../../contracts/outbox.ts';
import type { Result } from '../../contracts/problem.ts';
import type { HeardFrame } from '../../contracts/realtime/event.ts';
import type { ActsFor, ChainSeen, ResourceKey, Transport } from '../../contracts/rpc.ts';
import type { User } from '../../contracts/session.ts';
import type { LockAct } from '../../contracts/lock.ts';
import { createDecisionIds } from '../acts/decisionIds.ts';
import { hubStatus } from './pageState.ts';
import { hubLink } from './startBridge.ts';

/** Deadlines of calls, milliseconds: those that need the network wait for the hub's own time limits. */
const shortMs = 5_000;
const networkMs = 25_000;
/** Encrypting a full device takes seconds; on a slow one, tens of seconds. */
const lockMs = 120_000;
type Unnamed<A> = A extends unknown ? Omit<A, 'id'> : never;
/** Leaving waits for pages, running writes and the database. */
const leavingMs = 40_000;

const decisions = createDecisionIds(
  () => crypto.randomUUID(),
  () => performance.now(),
);

/** The user and tenant this page acts for, as far as it was told. */
export function actsFor(): ActsFor | undefined {
  const { session } = hubStatus.get();
  return session.phase === 'signedIn' ? { userId: session.user.id, tenantId: session.tenant.tenantId } : undefined;
}

async function flat<T>(
  limitMs: number,
  run: (hub: Parameters<Parameters<ReturnType<typeof hubLink>['call']>[1]>[0]) => Promise<Result<T>>,
): Promise<Result<T>> {
  const outcome = await hubLink().call(limitMs, run);
  return outcome.ok ? outcome.value : outcome;
}

/** The hub's calls for screens and chrome: results with deadlines, never exceptions. */
export const hub = {
  /** Fetches now, independent of the intervals. */
  refresh: (keys: readonly ResourceKey[]): Promise<Result<null>> => flat(networkMs, (remote) => remote.refresh(keys)),
  /** 'Extend Session': a failure signs out. */
  extendSession: (): Promise<Result<null>> => flat(networkMs, (remote) => remote.extendSession()),
  /**
   * The page has signed in (cookie set): the hub confirms and starts. `deviceNonce`: the nonce for the device key from the sign-in's
   * answer; absent if nobody signed in.
   */
  signedIn: (deviceNonce?: string | null): Promise<Result<User>> => flat(networkMs, (remote) => remote.signedIn(deviceNonce)),
  /**
   * Signs out for good: deletes this person's rows and caches, then tells the platform; works offline. Returns `conflict` while commands
   * are unsent, or `storage` if that is unknown, unless they are to be discarded.
   */
  signOut: (discardUnsent: boolean): Promise<Result<null>> => flat(leavingMs, (remote) => remote.signOut(discardUnsent)),
  /** Moves to another of the person's tenants, in every tab. Needs the platform; `conflict` or `storage` as for `signOut`. */
  switchTenant: (tenantId: string, discardUnsent: boolean): Promise<Result<null>> =>
    flat(leavingMs, (remote) => remote.switchTenant(tenantId, discardUnsent)),
  /** Fetches everything again. */
  invalidate: (): Promise<Result<void>> => hubLink().call(networkMs, (remote) => remote.invalidate()),
  /**
   * Stores commands on the device and sends them in order. Ok means that they survive the end of this browser or, if the device has no
   * space, that they were sent; a notice tells if the platform has not answered by then. `left`: what stays of the form whose text they carry.
   */
  enqueue: (commands: readonly Command[], left?: DraftLeft): Promise<Result<null>> => {
    const actor = actsFor();
    // The id is created here, once: if a hub ends during the call, the next one must recognise the decision.
    return decisions.keep(commands, (decision) => flat(shortMs, (remote) => remote.enqueue(decision, commands, actor, left)));
  },
  /** Number of commands the platform has not answered; null if unknown. */
  unsent: async (): Promise<number | null> => {
    const answer = await hubLink().call(shortMs, (remote) => remote.unsent());
    return answer.ok ? answer.value.count : null;
  },
  /** The user has seen which decisions are no longer on this device. */
  dismissGone: (): Promise<Result<void>> => hubLink().call(shortMs, (remote) => remote.dismissGone()),
  /** Withdraws commands that cannot have been sent yet, by key. */
  takeBack: (keys: readonly string[]): Promise<Result<{ readonly taken: number }>> => flat(shortMs, (remote) => remote.takeBack(keys)),
  /** Deletes commands that were sent or refused, by key. */
  dismissSettled: (keys: readonly string[]): Promise<Result<null>> => flat(shortMs, (remote) => remote.dismissSettled(keys)),
  /** Keeps what was typed under the key of its form and record, for `actor` only; forgets it without texts. */
  keepDraft: (key: string, texts: Readonly<Record<string, string>>, actor: ActsFor): Promise<Result<null>> =>
    flat(shortMs, (remote) => remote.keepDraft(key, texts, actor)),
  /** Retries at once instead of waiting for the next attempt. */
  retryNow: (): Promise<Result<void>> => hubLink().call(shortMs, (remote) => remote.retryNow()),
  /** The last 20 events, redacted (C-81). */
  recentEvents: (): Promise<Result<readonly HeardFrame[]>> => hubLink().call(shortMs, (remote) => remote.recentEvents()),
  /** Makes sure that a pack's manifest is stored; offline it is taken from the store. */
  ensureManifest: (packId: string): Promise<Result<null>> => flat(70_000, (remote) => remote.ensureManifest(packId)),
  /** The verification chain's past as this device saw it. */
  chainSeen: (): Promise<Result<ChainSeen>> => flat(shortMs, (remote) => remote.chainSeen()),
  /** Sets up, opens, changes or removes this device's lock. Encrypting existing rows may take some seconds. */
  lock: (act: Unnamed<LockAct>): Promise<Result<null>> => {
    const id = crypto.randomUUID();
    return flat(lockMs, (remote) => remote.lock({ ...act, id }));
  },
  /** The transport to start with (D-14). */
  setTransport: (transport: Transport): Promise<Result<void>> => hubLink().call(shortMs, (remote) => remote.setTransport(transport)),
} as const;

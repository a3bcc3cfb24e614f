import type { Command } from '../contracts/outbox.ts';
import type { Result } from '../contracts/problem.ts';
import type { HeardFrame } from '../contracts/realtime/event.ts';
import type { ActsFor, ChainSeen, ResourceKey, Transport } from '../contracts/rpc.ts';
import type { User } from '../contracts/session.ts';
import type { LockAct } from '../contracts/lock.ts';
import { createDecisionIds } from './decisionIds.ts';
import { hubStatus } from './pageState.ts';
import { hubLink } from './startBridge.ts';

/** Milliseconds until a call is given up: what needs the network waits for the hub's own time limits. */
const shortMs = 5_000;
const networkMs = 25_000;
/** A device full of rows is sealed in seconds, a slow one in tens of them. */
const lockMs = 120_000;
type Unnamed<A> = A extends unknown ? Omit<A, 'id'> : never;
/** Leaving waits for pages, running writes and the database. */
const leavingMs = 40_000;

const decisions = createDecisionIds(
  () => crypto.randomUUID(),
  () => performance.now(),
);

/** Who decides on this page, as far as it was told. */
function actsFor(): ActsFor | undefined {
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
  /** Fetch now, whatever the intervals say. */
  refresh: (keys: readonly ResourceKey[]): Promise<Result<null>> => flat(networkMs, (remote) => remote.refresh(keys)),
  /** 'Extend Session': a failure signs out. */
  extendSession: (): Promise<Result<null>> => flat(networkMs, (remote) => remote.extendSession()),
  /** The page has signed in (cookie set): the hub confirms and starts. `deviceNonce`: what the answer to the sign-in gave for the key; absent where nobody signed in. */
  signedIn: (deviceNonce?: string | null): Promise<Result<User>> => flat(networkMs, (remote) => remote.signedIn(deviceNonce)),
  /** Leaves for good: rows and caches of this person go, then the platform is told; works offline. A `conflict` while commands are unsent, `storage` where
   * that cannot be told, unless they are to be discarded. */
  signOut: (discardUnsent: boolean): Promise<Result<null>> => flat(leavingMs, (remote) => remote.signOut(discardUnsent)),
  /** Works in another tenant of the person's from now on, in every tab. Needs the platform; a `conflict` or `storage` as with `signOut`. */
  switchTenant: (tenantId: string, discardUnsent: boolean): Promise<Result<null>> =>
    flat(leavingMs, (remote) => remote.switchTenant(tenantId, discardUnsent)),
  /** Everything is fetched anew. */
  invalidate: (): Promise<Result<void>> => hubLink().call(networkMs, (remote) => remote.invalidate()),
  /** Keeps commands on the device and sends them in order; ok means that they survive the end of this browser, or, where the device has no room for
   * them, that they were sent; a notice says where the platform has not answered by then. */
  enqueue: (commands: readonly Command[]): Promise<Result<null>> => {
    const of = actsFor();
    // The id is made here, once: a hub that ends in the middle of the call is asked again, and must know the decision again.
    return decisions.keep(commands, (decision) => flat(shortMs, (remote) => remote.enqueue(decision, commands, of)));
  },
  /** How many commands the platform has not answered; null where that is not known. */
  unsent: async (): Promise<number | null> => {
    const answer = await hubLink().call(shortMs, (remote) => remote.unsent());
    return answer.ok ? answer.value.count : null;
  },
  /** The person has seen which decisions are no longer on this device. */
  dismissGone: (): Promise<Result<void>> => hubLink().call(shortMs, (remote) => remote.dismissGone()),
  /** Takes back commands that cannot have left yet, by key. */
  takeBack: (keys: readonly string[]): Promise<Result<{ readonly taken: number }>> => flat(shortMs, (remote) => remote.takeBack(keys)),
  /** Forgets commands that were sent or refused, by key. */
  dismissSettled: (keys: readonly string[]): Promise<Result<null>> => flat(shortMs, (remote) => remote.dismissSettled(keys)),
  /** Do not wait for the next attempt. */
  retryNow: (): Promise<Result<void>> => hubLink().call(shortMs, (remote) => remote.retryNow()),
  /** The last 20 events, redacted (C-81). */
  recentEvents: (): Promise<Result<readonly HeardFrame[]>> => hubLink().call(shortMs, (remote) => remote.recentEvents()),
  /** Makes sure that a pack's manifest is held; from the store when the network is gone. */
  ensureManifest: (packId: string): Promise<Result<null>> => flat(70_000, (remote) => remote.ensureManifest(packId)),
  /** The past of the verification chain as this device saw it. */
  chainSeen: (): Promise<Result<ChainSeen>> => flat(shortMs, (remote) => remote.chainSeen()),
  /** Sets up, opens, changes or takes off this device's lock. Sealing what stands may take some seconds. */
  lock: (act: Unnamed<LockAct>): Promise<Result<null>> => {
    const id = crypto.randomUUID();
    return flat(lockMs, (remote) => remote.lock({ ...act, id }));
  },
  /** The rung to start from (D-14). */
  setTransport: (transport: Transport): Promise<Result<void>> => hubLink().call(shortMs, (remote) => remote.setTransport(transport)),
} as const;

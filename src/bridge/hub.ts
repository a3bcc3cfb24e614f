import type { Result } from '../contracts/problem.ts';
import type { EventFrame } from '../contracts/realtime/event.ts';
import type { ResourceKey, Transport } from '../contracts/rpc.ts';
import type { User } from '../contracts/session.ts';
import { hubLink } from './startBridge.ts';

/** Milliseconds until a call is given up: what needs the network waits for the hub's own time limits. */
const shortMs = 5_000;
const networkMs = 25_000;
/** Leaving waits for pages, running writes and the database. */
const leavingMs = 40_000;

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
  /** The page has signed in (cookie set): the hub confirms and starts. */
  signedIn: (): Promise<Result<User>> => flat(networkMs, (remote) => remote.signedIn()),
  /** Leaves for good: rows and caches of this person go, then the platform is told; works offline. */
  signOut: (): Promise<Result<null>> => flat(leavingMs, (remote) => remote.signOut()),
  /** Do not wait for the next attempt. */
  retryNow: (): Promise<Result<void>> => hubLink().call(shortMs, (remote) => remote.retryNow()),
  /** The last 20 events, redacted (C-81). */
  recentEvents: (): Promise<Result<readonly EventFrame[]>> => hubLink().call(shortMs, (remote) => remote.recentEvents()),
  /** Makes sure that a pack's manifest is held; from the store when the network is gone. */
  ensureManifest: (packId: string): Promise<Result<null>> => flat(70_000, (remote) => remote.ensureManifest(packId)),
  /** The rung to start from (D-14). */
  setTransport: (transport: Transport): Promise<Result<void>> => hubLink().call(shortMs, (remote) => remote.setTransport(transport)),
} as const;

import type { HubStatus, Transport } from '../../contracts/rpc.ts';
import type { Call } from '../../domain/api/client.ts';
import type { DeviceKey } from './deviceKey.ts';
import type { DeviceLock } from './lockFace.ts';
import type { Pages } from './pages.ts';
import type { SessionShell } from './sessionShell.ts';
import type { Stay } from './stay.ts';

/** What the RPC layer (`api.ts`) works with. */
export interface Hub {
  readonly pages: Pages;
  readonly status: () => HubStatus;
  readonly session: SessionShell;
  readonly lock: DeviceLock;
  readonly device: DeviceKey;
  /** Null while nobody is in, and while their store is not open. */
  readonly stay: () => Stay | null;
  /** What whoever is in has decided and the platform has not answered; null where that cannot be told, which is not none. */
  readonly unsent: () => Promise<number | null>;
  /** The person was asked, and leaves what is unsent behind: it is not named again. */
  readonly agreeToLose: (agreed: boolean) => void;
  readonly dismissGone: () => void;
  readonly setTransport: (transport: Transport) => void;
  /** Any call of the endpoint table. */
  readonly call: Call<AbortSignal>;
  readonly linkReturned: () => void;
  /** A page has been refused something with 423, or does not want to wait: where does the kill switch stand? */
  readonly askSwitch: () => void;
  readonly begin: () => Promise<void>;
  /** Resolves once what the device remembers has been read. Before, nobody is in and that says nothing. */
  readonly begun: Promise<void>;
  /** Whether the store of a stay was taken away; answers once there is another stay in its place. */
  readonly isMadeAnew: (stay: Stay) => Promise<boolean>;
  /** Another hub takes over: what is under way ends, nothing is fetched, decided or written any more. */
  readonly end: () => Promise<void>;
}

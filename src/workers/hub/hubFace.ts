import type { HubStatus, Transport } from '../../contracts/rpc.ts';
import type { Call } from '../../domain/api/client.ts';
import type { DeviceKey } from './lock/deviceKey.ts';
import type { DeviceLock } from './lock/lockFace.ts';
import type { Pages } from './pages.ts';
import type { SessionShell } from './sessionShell.ts';
import type { SessionContext } from './sessionContext.ts';

/** The interface of the hub that the RPC layer (`api.ts`) uses. */
export interface Hub {
  readonly pages: Pages;
  readonly status: () => HubStatus;
  readonly session: SessionShell;
  readonly lock: DeviceLock;
  readonly device: DeviceKey;
  /** Null while nobody is signed in, and while the store is not open. */
  readonly sessionContext: () => SessionContext | null;
  /** Number of the user's commands that the platform has not answered; null if unknown, which is not zero. */
  readonly unsent: () => Promise<number | null>;
  /** The user was asked and agreed to lose unsent commands: they are not reported again. */
  readonly agreeToLose: (agreed: boolean) => void;
  readonly dismissGone: () => void;
  readonly setTransport: (transport: Transport) => void;
  /** Any call of the endpoint table. */
  readonly call: Call<AbortSignal>;
  readonly linkReturned: () => void;
  /** Asks for the kill switch: a page got a 423, or does not want to wait. */
  readonly askSwitch: () => void;
  readonly begin: () => Promise<void>;
  /** Resolves once the device's stored state has been read. Before that, `signed out` has no meaning. */
  readonly begun: Promise<void>;
  /** Whether the store of a session context was taken away; resolves once another context has replaced it. */
  readonly isMadeAnew: (sessionContext: SessionContext) => Promise<boolean>;
  /** Another hub takes over: work under way ends; nothing is fetched, decided or written any more. */
  readonly end: () => Promise<void>;
}

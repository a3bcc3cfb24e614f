import type * as Comlink from 'comlink';
import { z } from '../../contracts/zod.ts';
import type { HubApi, HubMessage } from '../../contracts/rpc.ts';

/**
 * How a worker that does not lead reaches the one that does. No port can be handed from tab to tab (a BroadcastChannel carries
 * none, and a service worker in between is not there on a first visit), so each follower opens two channels that nobody else
 * knows the name of, one each way, and both sides speak comlink over them. Callbacks need ports too: what the hub tells a page
 * comes back over the second channel instead, with the page's id.
 */
export const joinSchema = z.object({
  kind: z.literal('relay'),
  says: z.enum(['join', 'joined']),
  /** Whom it is for: the leader's id, or the wire it asked for. */
  to: z.string(),
  /** Name of the two channels, made for this pair. */
  wire: z.string(),
  /** The Web Lock that the follower holds for life. */
  lifeLock: z.string(),
  /** Number of the words spoken on the wire; two builds that differ in it cannot be joined (standstill.ts). */
  words: z.number(),
});
export type Join = z.infer<typeof joinSchema>;

/** Raise when `RelayApi`, `RelayPages` or the shapes they carry change in a way that another build would not understand. */
export const relayWords = 5;

/** The hub's calls as a follower makes them: all plain data. */
export type RelayApi = Omit<HubApi, 'attach'> & {
  attach(about: Parameters<HubApi['attach']>[0]): ReturnType<HubApi['attach']>;
};

/** What a leader may ask of a follower. */
export interface RelayPages {
  /** Resolves when the page has dealt with it. */
  deliver(pageId: string, message: HubMessage): Promise<void>;
}

/** A channel of its own for one side of one wire. */
export interface Wire extends Comlink.Endpoint {
  readonly close: () => void;
}

/** Opens the channel of this name; both sides do. */
export type OpenWire = (name: string) => Wire;

export const callsOf = (wire: string): string => `ukweli-relay:${wire}:calls`;
export const pagesOf = (wire: string): string => `ukweli-relay:${wire}:pages`;

import type * as Comlink from 'comlink';
import { z } from '../../../contracts/zod.ts';
import type { HubApi, HubMessage } from '../../../contracts/rpc.ts';

/**
 * How a follower reaches the leader. A port cannot be passed from tab to tab (a BroadcastChannel carries none, and on a first visit there
 * is no service worker in between), so each follower opens two channels with unguessable names, one per direction, and both sides speak
 * comlink over them. Callbacks need ports too: instead, the hub's messages for a page return over the second channel with the page's id.
 */
export const joinSchema = z.object({
  kind: z.literal('relay'),
  says: z.enum(['join', 'joined']),
  /** Recipient: the leader's id, or the name of the requested wire. */
  to: z.string(),
  /** Name of the two channels, unique to this pair. */
  wire: z.string(),
  /** The Web Lock that the follower holds until it ends. */
  lifeLock: z.string(),
  /** Relay version; builds with different versions cannot work together (standstill.ts). */
  words: z.number(),
});
export type Join = z.infer<typeof joinSchema>;

/**
 * Relay version. Raise it when `RelayApi`, `RelayPages` or the shapes they carry change in a way that another build would not understand.
 */
export const relayVersion = 6;

/** The hub's calls as a follower makes them: plain data only. */
export type RelayApi = Omit<HubApi, 'attach'> & {
  attach(about: Parameters<HubApi['attach']>[0]): ReturnType<HubApi['attach']>;
};

/** What a leader may ask of a follower. */
export interface RelayPages {
  /** Resolves when the page has handled the message. */
  deliver(pageId: string, message: HubMessage): Promise<void>;
}

/** A channel for one direction of a follower's connection. */
export interface Wire extends Comlink.Endpoint {
  readonly close: () => void;
}

/** Opens the channel of this name; both sides call it. */
export type OpenWire = (name: string) => Wire;

/** Name of the channel for the follower's calls. */
export const callsOf = (wire: string): string => `ukweli-relay:${wire}:calls`;
/** Name of the channel for the leader's messages to pages. */
export const pagesOf = (wire: string): string => `ukweli-relay:${wire}:pages`;

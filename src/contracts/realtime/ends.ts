/**
 * Websocket close codes, shared by both sides: the platform closes with a code of this table, and the console reads it to decide what to
 * do. Codes below 4000 are those of RFC 6455 and the IANA registry; 4000 to 4999 are for private use (RFC 6455, 7.4.2).
 */
export const closeCodes = {
  /** The platform shuts down or moves. */
  goingAway: 1001,
  /** A binary message. */
  unsupported: 1003,
  /** An invalid frame, or too many frames. */
  policy: 1008,
  /** The client reads too slowly. */
  tryAgain: 1013,
  /** The session has ended. */
  session: 4401,
  /** The client's permissions changed, or it may not read a topic. */
  role: 4403,
  /** The session switched to another tenant. */
  moved: 4409,
  /** A newer stream of the same session replaced it, because the session had reached its maximum (G-20). */
  displaced: 4429,
  /** The platform no longer supports the client's protocol version. */
  protocol: 4426,
} as const;
export type CloseName = keyof typeof closeCodes;

/**
 * What a close means for the client. `refused`: the session is in doubt, so ask who is signed in. `outdated`: this build is no longer
 * supported, so tell the user to reload. `displaced`: other streams of the session are served instead, so poll for a while. `lost`:
 * reconnect.
 */
export type CloseMeaning = 'refused' | 'outdated' | 'displaced' | 'lost';
const meanings: Readonly<Record<CloseName, CloseMeaning>> = {
  goingAway: 'lost',
  unsupported: 'lost',
  policy: 'lost',
  tryAgain: 'lost',
  session: 'refused',
  role: 'refused',
  moved: 'refused',
  displaced: 'displaced',
  protocol: 'outdated',
};

/**
 * Server-sent events have no close code: a displaced stream sends this event before it ends. Consoles that do not know it treat the end
 * as a lost connection.
 */
export const displacedEvent = 'displaced';

const nameOfCode = new Map<number, CloseName>((Object.keys(closeCodes) as CloseName[]).map((name) => [closeCodes[name], name])); // safe: keys of that object

/** Meaning of a close code; an unknown or missing code (1006: abnormal closure) means `lost`. */
export function meaningOfClose(code: number | null | undefined): CloseMeaning {
  const name = nameOfCode.get(code ?? 1006);
  return name === undefined ? 'lost' : meanings[name];
}

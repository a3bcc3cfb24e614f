/**
 * How the platform ends a websocket, once for both sides: it closes with a code of this table, and the console reads the same
 * table to know what to do. Codes below 4000 are those of RFC 6455 and the IANA registry; 4000 to 4999 are for private use (RFC 6455, 7.4.2).
 */
export const closeCodes = {
  /** The platform stops, or moves. */
  goingAway: 1001,
  /** A binary message. */
  unsupported: 1003,
  /** A message that is no frame of ours, or too many of them. */
  policy: 1008,
  /** A reader that is too slow. */
  tryAgain: 1013,
  /** The session is over. */
  session: 4401,
  /** The reader's rights are others now, or a topic is not theirs. */
  role: 4403,
  /** The session works in another tenant now. */
  moved: 4409,
  /** A newer stream of the same session took its place, since it had as many as it may have (G-20). */
  displaced: 4429,
  /** The client speaks a version of the wire that the platform no longer does. */
  protocol: 4426,
} as const;
export type CloseName = keyof typeof closeCodes;

/** What an end means for whoever reads the stream: `refused` casts doubt on the session, so the console asks who is signed in; `outdated` says that
 * this build is no longer spoken to, so the person is told to reload; `displaced` that others of its session are served in its place, so it asks for a while
 * without a stream; after anything else it tries again. */
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

/** Server-sent events have no close code: a stream that another took the place of says this event before its end. A console that does not know it takes the end for a broken line. */
export const displacedEvent = 'displaced';

const nameOfCode = new Map<number, CloseName>((Object.keys(closeCodes) as CloseName[]).map((name) => [closeCodes[name], name])); // keys of that object

/** What a close code says; one that is not in the table, or none (1006: the line broke), says nothing but that the connection is lost. */
export function meaningOfClose(code: number | null | undefined): CloseMeaning {
  const name = nameOfCode.get(code ?? 1006);
  return name === undefined ? 'lost' : meanings[name];
}

import { randomBytes } from 'node:crypto';
import { makeIdTokenKey } from '../identity/idp/keys.ts';

/** A secret of the platform's own that lies in its database, wrapped: what it is for, and what becomes of it when another takes its place. */
export interface SecretKind {
  /** Words for a list. */
  readonly says: string;
  /** For how long after another has taken its place what was made by it counts, milliseconds: as long as that may be about. */
  readonly countsForMs: number;
  make(): Promise<{ readonly id: string; readonly text: string }>;
}

const minute = 60_000;
const day = 24 * 60 * minute;
/** Whoever has one in hand when another takes its place may use it for as long: longer than any call may take. */
const inHand = minute;

async function makeRandom(): Promise<{ readonly id: string; readonly text: string }> {
  return { id: randomBytes(8).toString('hex'), text: randomBytes(32).toString('base64url') };
}

/** Every kind there is, by its name in the table. */
export const secretKinds = {
  // An ID token is good for five minutes (idp/buildProvider.ts).
  'idp.signing': { says: 'signs ID tokens', countsForMs: 5 * minute + inHand, make: makeIdTokenKey },
  // The longest of the provider's cookies is its session's: a quarter of an hour.
  'idp.cookies': { says: 'signs the provider’s cookies', countsForMs: 15 * minute + inHand, make: makeRandom },
  // As long as the cookie that carries one (idp/step.ts). A device that signs in has a new one.
  'device.marks': { says: 'marks devices', countsForMs: 180 * day, make: makeRandom },
  'evidence.downloads': { says: 'signs download links', countsForMs: 15 * minute + inHand, make: makeRandom },
  // An answer that was lost is made again by it; where it is gone, another is made in its place (identity/deviceKeys.ts).
  'sessions.renewal': { says: 'renews tokens of bound sessions', countsForMs: 15 * minute + inHand, make: makeRandom },
  // As long as a device may keep a lock that it was set up with (identity/lockEscrow.ts).
  'lock.escrow': { says: 'opens what was not sent behind a lock', countsForMs: 400 * day, make: makeRandom },
  // As long as a command's key is known (commands/idempotency.ts): later ones are bounded by nothing.
  'commands.word': { says: 'bounds when a command was decided', countsForMs: 30 * day, make: makeRandom },
} as const satisfies Readonly<Record<string, SecretKind>>;

/** The name of a kind. */
export type SecretName = keyof typeof secretKinds;

/** All of them. */
export const secretNames = Object.keys(secretKinds) as readonly SecretName[]; // of the table above

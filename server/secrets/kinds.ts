import { randomBytes } from 'node:crypto';
import { makeIdTokenKey } from '../identity/idp/keys.ts';

/** A secret of the platform that is stored wrapped in its database: its purpose, and how long it stays valid after a rotation. */
export interface SecretKind {
  /** Text for a list. */
  readonly says: string;
  /** How long a rotated secret stays valid, milliseconds: the lifetime of what was made with it. */
  readonly countsForMs: number;
  make(): Promise<{ readonly id: string; readonly text: string }>;
}

const minute = 60_000;
const day = 24 * 60 * minute;
/** A call that has read a secret may still use it for this long after a rotation: longer than any call may take. */
const inHand = minute;

async function makeRandom(): Promise<{ readonly id: string; readonly text: string }> {
  return { id: randomBytes(8).toString('hex'), text: randomBytes(32).toString('base64url') };
}

/** All kinds, by their name in the table. */
export const secretKinds = {
  // An ID token is valid for five minutes (idp/buildProvider.ts).
  'idp.signing': { says: 'signs ID tokens', countsForMs: 5 * minute + inHand, make: makeIdTokenKey },
  // The provider's longest-lived cookie is its session's: a quarter of an hour.
  'idp.cookies': { says: 'signs the provider’s cookies', countsForMs: 15 * minute + inHand, make: makeRandom },
  // Lifetime of the cookie that carries a mark (idp/step.ts). A device gets a new mark at each sign-in.
  'device.marks': { says: 'marks devices', countsForMs: 180 * day, make: makeRandom },
  'evidence.downloads': { says: 'signs download links', countsForMs: 15 * minute + inHand, make: makeRandom },
  // Recreates an answer that was lost; if the secret is gone, a new token is issued instead (identity/sessions/deviceKeys.ts).
  'sessions.renewal': { says: 'renews tokens of bound sessions', countsForMs: 15 * minute + inHand, make: makeRandom },
  // How long a device may keep the app lock it was set up with (identity/sessions/lockEscrow.ts).
  'lock.escrow': { says: 'opens what was not sent behind a lock', countsForMs: 400 * day, make: makeRandom },
  // How long a command's key is stored (commands/idempotency.ts); later commands have no bound.
  'commands.word': { says: 'bounds when a command was decided', countsForMs: 30 * day, make: makeRandom },
} as const satisfies Readonly<Record<string, SecretKind>>;

/** Name of a kind of secret. */
export type SecretName = keyof typeof secretKinds;

/** Names of all kinds. */
export const secretNames = Object.keys(secretKinds) as readonly SecretName[]; // of the table above

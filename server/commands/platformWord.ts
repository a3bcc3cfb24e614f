import { createHmac, timingSafeEqual } from 'node:crypto';
import { headers } from '../../src/contracts/endpoints.ts';
import { isoTimeSchema } from '../../src/contracts/primitives.ts';
import { z } from '../../src/contracts/zod.ts';
import type { Platform } from '../context.ts';
import { bytesOf, type HeldSecret, type HeldSecrets } from '../secrets/secrets.ts';

/**
 * When a command was decided (D-56). A device tells the moment, by a clock that may be wrong or may lie; the platform bounds it by what it knows itself: it is not
 * later than now, and not earlier than the platform's last word to that device.
 *
 * Which word that was, the platform does not remember: a device is not a session (people sign in again before they send), and before a command is sent the device
 * has been answered again already. So each answer to somebody signed in carries a word, the platform's time under its own MAC, bound to the account; the device keeps the newest,
 * lays it beside what is decided, and sends it with the command. A word cannot be made or altered by a device, nor be another account's. Who keeps newer ones back can
 * claim an earlier moment, never one before the word that is shown; and the moment of receipt always stands beside it. Without a good word nothing is bounded, and
 * only the moment of receipt goes on record.
 */
const known = new WeakMap<Platform, { readonly at: number; readonly secrets: HeldSecrets }>();

/** So long what was read goes for new words, milliseconds: each answer carries one, and shall not cost a question to the database. */
const readAgainMs = 5000;

/** The secrets of words as the database has them, or as it had them a moment ago. */
async function secretsOf(platform: Platform, read: 'again' | 'lately'): Promise<HeldSecrets> {
  const held = known.get(platform);
  if (read === 'lately' && held !== undefined && performance.now() - held.at < readAgainMs) return held.secrets;
  const at = performance.now();
  try {
    const secrets = await platform.secrets.held('commands.word');
    known.set(platform, { at, secrets });
    return secrets;
  } catch (failure) {
    if (held === undefined) throw failure;
    return held.secrets; // the database is away, say: what was known is as good as before
  }
}

/** Makes the secret when the platform starts: reading something must write nothing. */
export function registerPlatformWord(_app: unknown, platform: Platform): void {
  platform.onStart(async () => {
    await readable(platform, 'again');
  });
}

function macOf(secret: HeldSecret, accountId: string, atMs: number): string {
  return createHmac('sha256', bytesOf(secret))
    .update(JSON.stringify(['platform-word', accountId, atMs]))
    .digest('base64url');
}

/**
 * The platform's word to an account at this moment: `{epoch milliseconds, base 36}.{HMAC-SHA-256, base64url}`. Null where the secret cannot be read: an answer goes
 * out without it. Not within a transaction.
 */
export async function platformWord(platform: Platform, accountId: string): Promise<string | null> {
  const atMs = platform.clock.now().getTime();
  const secrets = await readable(platform, 'lately');
  return secrets === null ? null : `${atMs.toString(36)}.${macOf(secrets[0], accountId, atMs)}`;
}

async function readable(platform: Platform, read: 'again' | 'lately'): Promise<HeldSecrets | null> {
  try {
    return await secretsOf(platform, read);
  } catch (failure) {
    platform.log.error('commands.word_secret', failure);
    return null;
  }
}

/** When this word was given to this account, epoch milliseconds; null where it is not one of the platform's own. */
function givenAt(secrets: HeldSecrets, word: string, accountId: string): number | null {
  const [, at = '', mac = ''] = /^([0-9a-z]{1,11})\.([A-Za-z0-9_-]{43})$/.exec(word) ?? [];
  const atMs = Number.parseInt(at, 36);
  if (!Number.isSafeInteger(atMs)) return null;
  return secrets.some((secret) => timingSafeEqual(Buffer.from(macOf(secret, accountId, atMs)), Buffer.from(mac))) ? atMs : null;
}

/** The moment at which a command was decided, within its bounds; null where none was told, or none that can be bounded. */
export async function decidedAtOf(
  platform: Platform,
  accountId: string,
  given: Readonly<Record<string, string | string[] | undefined>>,
): Promise<Date | null> {
  const told = z.safeParse(isoTimeSchema, given[headers.decidedAt.toLowerCase()]);
  const word = given[headers.platformWord.toLowerCase()];
  if (!told.success || typeof word !== 'string') return null;
  // Read anew: another instance may have given it by a secret that this one has not met yet.
  const secrets = await readable(platform, 'again');
  const lastWord = secrets === null ? null : givenAt(secrets, word, accountId);
  if (lastWord === null) return null;
  return new Date(Math.min(platform.clock.now().getTime(), Math.max(lastWord, Date.parse(told.data))));
}

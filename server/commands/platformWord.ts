import { createHmac, timingSafeEqual } from 'node:crypto';
import { headers } from '../../src/contracts/endpoints.ts';
import { isoTimeSchema } from '../../src/contracts/primitives.ts';
import { z } from '../../src/contracts/zod.ts';
import type { Platform } from '../context.ts';
import { bytesOf, type HeldSecret, type HeldSecrets } from '../secrets/secrets.ts';

/**
 * When a command was decided (D-56). The device states the time, by a clock that may be wrong or manipulated. The platform bounds it: not
 * later than now, and not earlier than the platform's last word to that device. The platform does not remember that word: a device is not
 * a session (people sign in again before they send), and before a command is sent the device has already received newer answers. So each
 * answer to a signed-in caller carries a word: the platform's time with a MAC, bound to the account. The device keeps the newest, stores
 * it with each decision and sends it with the command. A device cannot forge or alter a word, nor use another account's. A device that
 * withholds newer words can claim an earlier time, but never one before the word it shows, and the time of receipt is always stored too.
 * Without a valid word only the time of receipt goes on record.
 */
const known = new WeakMap<Platform, { readonly at: number; readonly secrets: HeldSecrets }>();

/** How long a read secret is used for new words, milliseconds: every answer carries one, and must not cost a database query. */
const readAgainMs = 5000;

/** The secrets for words: read now, or with `lately` from the cache if recent enough. */
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
    return held.secrets; // database unavailable: the cached secrets are still valid
  }
}

/** Creates the secret at start, because a read request must not write. */
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
 * The platform's word to an account at this moment: `{epoch milliseconds, base 36}.{HMAC-SHA-256, base64url}`. Null if the secret cannot
 * be read; the answer then goes out without it. Do not call within a transaction.
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

/** When this word was issued to this account, epoch milliseconds; null if it is not valid. */
function givenAt(secrets: HeldSecrets, word: string, accountId: string): number | null {
  const [, at = '', mac = ''] = /^([0-9a-z]{1,11})\.([A-Za-z0-9_-]{43})$/.exec(word) ?? [];
  const atMs = Number.parseInt(at, 36);
  if (!Number.isSafeInteger(atMs)) return null;
  return secrets.some((secret) => timingSafeEqual(Buffer.from(macOf(secret, accountId, atMs)), Buffer.from(mac))) ? atMs : null;
}

/** The time at which a command was decided, clamped to its bounds; null if none was sent or its word is not valid. */
export async function decidedAtOf(
  platform: Platform,
  accountId: string,
  given: Readonly<Record<string, string | string[] | undefined>>,
): Promise<Date | null> {
  const told = z.safeParse(isoTimeSchema, given[headers.decidedAt.toLowerCase()]);
  const word = given[headers.platformWord.toLowerCase()];
  if (!told.success || typeof word !== 'string') return null;
  // Read again: another instance may have issued the word with a secret this instance has not read yet.
  const secrets = await readable(platform, 'again');
  const lastWord = secrets === null ? null : givenAt(secrets, word, accountId);
  if (lastWord === null) return null;
  return new Date(Math.min(platform.clock.now().getTime(), Math.max(lastWord, Date.parse(told.data))));
}

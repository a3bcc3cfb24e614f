import { jwksResponseSchema } from '../../src/contracts/evidence.ts';
import type { KeyLife, SignedUnder } from '../../src/contracts/keys.ts';
import { z } from '../../src/contracts/zod.ts';
import { secretKinds, type SecretName } from '../secrets/kinds.ts';
import type { SecretStand } from '../secrets/secretActs.ts';

const stateLabels: Readonly<Record<KeyLife['state'], string>> = {
  current: 'signs now',
  former: 'no longer signs, to be retired',
  retired: 'retired',
  withdrawn: 'WITHDRAWN',
};

/** The keys as terminal text: one paragraph each, with its dates and the number of things signed under it, across all tenants. */
export function keyList(lives: readonly KeyLife[], signed: ReadonlyMap<string, SignedUnder>): string {
  if (lives.length === 0) return 'No keys yet: the platform makes one when it starts.\n';
  const strangers = [...signed].filter(([kid]) => !lives.some((life) => life.kid === kid));
  return [
    ...lives.map((life) => `${life.kid}  ${stateLabels[life.state]}\n  ${datesOf(life)}\n  ${countsOf(signed.get(life.kid))}\n`),
    ...strangers.map(([kid, under]) => `${printable(kid)}  never a key of this platform\n  ${countsOf(under)}\n`),
  ].join('');
}

/** The platform's own secrets as terminal text: one line each, without the secret value. */
export function secretList(stands: readonly SecretStand[]): string {
  return stands
    .map(({ name, id, madeAt, stoppedAt, wrappedBy }) => {
      const kind = Object.hasOwn(secretKinds, name) ? secretKinds[name as SecretName].says : 'unknown'; // a key of that table
      const life = stoppedAt === null ? `in use since ${madeAt}` : `used until ${stoppedAt}`;
      return `${printable(name)} ${printable(id)}  ${kind}, ${life}, wrapped by the key ${wrappedBy ?? 'unknown'}\n`;
    })
    .join('');
}

/**
 * The public key set of a running platform as terminal text. Counts of signed things and withdrawn keys need the database, so they are
 * missing.
 */
export function servedKeyList(url: string, answer: unknown): string {
  const set = z.safeParse(jwksResponseSchema, answer);
  if (!set.success) return `What answers at ${url} is no key set.\n`;
  const keys = set.data.keys.map(
    ({ kid, notBefore, retiredAt }) =>
      `${printable(kid)}\n  valid from ${told(notBefore)}${retiredAt === undefined ? '' : `, retired ${told(retiredAt)}`}\n`,
  );
  return [
    `The platform is running. Its public keys, from ${url} (the first one signs; what was signed under each is shown when it is stopped):\n`,
    ...keys,
  ].join('');
}

function datesOf({ notBefore, stoppedAt, retiredAt, withdrawnAt, reason }: KeyLife): string {
  const dates = [`valid from ${notBefore}`];
  if (stoppedAt !== null) dates.push(`signed until ${stoppedAt}`);
  if (retiredAt !== null) dates.push(`retired ${retiredAt}`);
  if (withdrawnAt !== null) dates.push(`withdrawn ${withdrawnAt}: ${printable(reason ?? '')}`);
  return dates.join(', ');
}

function countsOf(signed: SignedUnder | undefined): string {
  const some = Object.entries(signed ?? {}).filter(([, count]) => count > 0);
  return some.length === 0 ? 'nothing kept was signed under it' : `signed: ${some.map(([what, count]) => `${count} ${what}`).join(', ')}`;
}

const told = (time: unknown): string => (typeof time === 'string' ? printable(time) : 'a time that cannot be read');

/** Replaces control characters, so that text from a database or a response cannot send terminal escape sequences. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?').slice(0, 300);
}

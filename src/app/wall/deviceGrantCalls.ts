import { deviceGrant } from '../../contracts/deviceGrant.ts';
import { headers } from '../../contracts/endpoints.ts';
import { z } from '../../contracts/zod.ts';
import { echoOf } from '../../domain/api/provenance.ts';
import type { PairingEvent } from '../../domain/wall/pairing.ts';

/** The two calls of RFC 8628, translated into events for the pairing machine. Never throws: failures are events too. */
type Told<Type extends PairingEvent['type']> = Omit<Extract<PairingEvent, { type: Type }>, 'now'>;

const codeSchema = z.object({
  device_code: z.string(),
  user_code: z.string(),
  verification_uri: z.string(),
  expires_in: z.number().check(z.gte(1)),
  interval: z.optional(z.number()),
});
const tokenSchema = z.object({ id_token: z.string() });
const errorSchema = z.object({ error: z.string() });

/** Time limit of either call, milliseconds. */
const limitMs = 10_000;
/** Default interval (RFC 8628, 3.2), seconds. */
const usualIntervalS = 5;

interface Posted {
  readonly body: unknown;
  /** Whether the platform answered this very call (D-50): only then do a refusal and its requested delay count. */
  readonly vouched: boolean;
  readonly retryAfterMs: number | null;
}

async function post(path: string, form: Readonly<Record<string, string>>): Promise<Posted | null> {
  const id = crypto.randomUUID();
  try {
    const answer = await fetch(path, {
      method: 'POST',
      headers: { [headers.correlation]: id },
      body: new URLSearchParams(form),
      redirect: 'error',
      signal: AbortSignal.timeout(limitMs),
    });
    const echo = echoOf(id, answer.headers.get(headers.correlation));
    if (echo === 'other') return null;
    const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN);
    const vouched = echo === 'same';
    return { body: await answer.json(), vouched, retryAfterMs: vouched && Number.isFinite(seconds) ? seconds * 1000 : null };
  } catch {
    return null; // no answer, or not the platform's
  }
}

/** Requests a code. */
export async function askForCode(): Promise<Told<'codeGiven'> | Told<'codeRefused'>> {
  const posted = await post(deviceGrant.authorizationPath, { client_id: deviceGrant.clientId, scope: deviceGrant.scope });
  const code = z.safeParse(codeSchema, posted?.body);
  if (!code.success) return { type: 'codeRefused', retryAfterMs: posted?.retryAfterMs ?? null };
  const { device_code: deviceCode, user_code: userCode, verification_uri: address, expires_in: expiresInS, interval } = code.data;
  return { type: 'codeGiven', deviceCode, userCode, address, expiresInS, intervalS: interval ?? usualIntervalS };
}

/** Asks once whether the code was approved. */
export async function poll(deviceCode: string): Promise<Told<'approved'> | Told<'polled'>> {
  const posted = await post(deviceGrant.tokenPath, {
    client_id: deviceGrant.clientId,
    grant_type: deviceGrant.grantType,
    device_code: deviceCode,
  });
  const token = z.safeParse(tokenSchema, posted?.body);
  if (token.success) return { type: 'approved', idToken: token.data.id_token };
  const told = z.safeParse(errorSchema, posted?.body);
  // No answer, a proxy's page, or another server's error says nothing about the code.
  if (!told.success || posted?.vouched !== true) return { type: 'polled', answer: 'unreachable' };
  switch (told.data.error) {
    case 'authorization_pending':
      return { type: 'polled', answer: 'pending' };
    case 'slow_down':
      return { type: 'polled', answer: 'slowDown' };
    case 'temporarily_unavailable':
    case 'server_error':
      return { type: 'polled', answer: 'unreachable' };
    default:
      return { type: 'polled', answer: 'over' };
  }
}

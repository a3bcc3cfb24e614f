import type { FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import type { Platform } from '../../context.ts';
import { deviceCookie } from '../../http/cookies.ts';
import { httpStatusOf, type Refusal, refuse } from '../../http/problem.ts';
import { isSameOrigin } from '../../http/origins.ts';
import { refused } from '../../http/refused.ts';
import type { SignedIn } from '../signIn.ts';
import { type Asked, askedBy, sendForProof } from './browserBound.ts';
import { errorPage, signInPage, type SignInPage } from './page.ts';

/** A request within one sign-in step of the provider: `uid` is the step's. */
export type StepRequest = FastifyRequest<{ Params: { uid: string } }>;

/** Who asked for the step this browser is in, if its cookies belong to the address it shows; null for every other. */
export async function stepOf(platform: Platform, provider: Provider, request: StepRequest, reply: FastifyReply): Promise<Asked | null> {
  try {
    const step = await provider.interactionDetails(request.raw, reply.raw);
    if (step.uid !== request.params.uid || step.prompt.name !== 'login') return null;
    return askedBy(platform.config, request.headers.cookie, step);
  } catch {
    return null;
  }
}

/** The same for a form or call of the page. The step's secret ties it and the browser together; the Origin keeps other sites from sending it (log-in CSRF, A-8). */
export async function stepToGoOn(platform: Platform, provider: Provider, request: StepRequest, reply: FastifyReply): Promise<Asked | null> {
  if (!isSameOrigin(platform, request)) {
    await refused(platform, request, refuse('csrf'));
    return null;
  }
  return stepOf(platform, provider, request, reply);
}

/** For a step that is over, or a request that is not the console's. */
export function sendError(reply: FastifyReply): FastifyReply {
  return reply.code(400).header('content-type', 'text/html; charset=utf-8').send(errorPage());
}

/** The page again, with what came in between. A form shown again is a page like any other: an error status would only put a line into the browser's console. */
export function sendAgain(
  reply: FastifyReply,
  refusal: Refusal,
  page: Omit<SignInPage, 'problem'>,
  way: 'password' | 'passkey',
): FastifyReply {
  const waitS = refusal.retryAfterMs === undefined ? 0 : Math.ceil(refusal.retryAfterMs / 1000);
  if (waitS > 0) reply.header('retry-after', String(waitS));
  return reply
    .code(refusal.refused === 'login_failed' ? 200 : httpStatusOf(refusal.refused))
    .header('content-type', 'text/html; charset=utf-8')
    .send(signInPage({ ...page, problem: { text: refusalText(refusal, way, misfit[way]), way, waitS } }));
}

/** What of a first step did not fit, in words that never tell whether the address has an account (G-6). */
const misfit = {
  password: 'Login failed. Check the e-mail address and the password: they were looked at, and do not fit.',
  passkey: 'Login failed. Try again, or use your password.',
} as const;

/** What a refusal says on a page of either step: always whether what was sent was looked at. `wrong`: that it was, and does not fit. */
export function refusalText({ refused, message }: Refusal, way: 'password' | 'code' | 'passkey', wrong: string): string {
  switch (refused) {
    case 'login_failed':
      return wrong;
    case 'rate_limited':
      return `Too many tries. The ${way} was not looked at.`;
    case 'unavailable':
      return `Too many people sign in just now. The ${way} was not looked at.`;
    default:
      return `${message}.`;
  }
}

/** How somebody proved who he is, as RFC 8176 names it, for the ID token: a password, with a code where more is asked for; or a key that he holds and a device that knew him, which is both in one. */
export const methods = {
  password: ['pwd'],
  passkey: ['pop', 'user', 'mfa'],
  code: ['pwd', 'otp', 'mfa'],
  /** For which there is no name: that it was more than the password is said. */
  recoveryCode: ['pwd', 'mfa'],
} as const;

/**
 * Ends the step: the browser goes on to where the console waits for it.
 * @param provedAt when the proof came in, before it was looked at: what was judged by a password of before is no proof of after
 */
export async function finishStep(
  { config }: Platform,
  provider: Provider,
  request: StepRequest,
  reply: FastifyReply,
  signedIn: Pick<SignedIn, 'accountId' | 'deviceMark'>,
  way: keyof typeof methods,
  provedAt: Date,
): Promise<FastifyReply> {
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined && name !== 'content-type') reply.raw.setHeader(name, value);
  reply.raw.appendHeader('set-cookie', deviceCookie(config, signedIn.deviceMark));
  const { proved } = sendForProof(config, { append: (name, value) => void reply.raw.appendHeader(name, value) });
  const login = { accountId: signedIn.accountId, remember: false, amr: [...methods[way]], ts: Math.floor(provedAt.getTime() / 1000) };
  await provider.interactionFinished(request.raw, reply.raw, { login, proved });
  return reply;
}

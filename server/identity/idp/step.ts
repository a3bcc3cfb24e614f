import type { FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import type { Platform } from '../../context.ts';
import { deviceCookie } from '../../http/cookies.ts';
import { httpStatusOf, type Refusal, refuse } from '../../http/problem.ts';
import { isSameOrigin } from '../../http/origins.ts';
import { refused } from '../../http/refused.ts';
import type { SignedIn } from '../sessions/signIn.ts';
import { type Asked, askedBy, sendForProof } from './browserBound.ts';
import { errorPage, signInPage, type SignInPage } from './page.ts';

/** A request within a sign-in step of the provider; `uid` names the step. */
export type StepRequest = FastifyRequest<{ Params: { uid: string } }>;

/** Origin of this browser's step, if its cookies match the step in the address; else null. */
export async function stepOf(platform: Platform, provider: Provider, request: StepRequest, reply: FastifyReply): Promise<Asked | null> {
  try {
    const step = await provider.interactionDetails(request.raw, reply.raw);
    if (step.uid !== request.params.uid || step.prompt.name !== 'login') return null;
    return askedBy(platform.config, request.headers.cookie, step);
  } catch {
    return null;
  }
}

/**
 * Like `stepOf`, for a form or call of the page. The step's secret ties it to the browser; the Origin check keeps other sites from
 * sending it (login CSRF, A-8).
 */
export async function stepToGoOn(platform: Platform, provider: Provider, request: StepRequest, reply: FastifyReply): Promise<Asked | null> {
  if (!isSameOrigin(platform, request)) {
    await refused(platform, request, refuse('csrf'));
    return null;
  }
  return stepOf(platform, provider, request, reply);
}

/** Error page for an expired step or a request that is not from the console. */
export function sendError(reply: FastifyReply): FastifyReply {
  return reply.code(400).header('content-type', 'text/html; charset=utf-8').send(errorPage());
}

/**
 * Shows the page again with a message. A wrong password gets status 200: an error status would only add a line to the browser's console.
 */
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

/** Messages for a wrong first step; they never reveal whether the address has an account (G-6). */
const misfit = {
  password: 'Login failed. Check the email address and the password: they were checked and do not match.',
  passkey: 'Login failed. Try again, or use your password.',
} as const;

/** Message for a refusal in either step; it always says whether the input was checked. `wrong`: text for checked and wrong. */
export function refusalText({ refused, message }: Refusal, way: 'password' | 'code' | 'passkey', wrong: string): string {
  switch (refused) {
    case 'login_failed':
      return wrong;
    case 'rate_limited':
      return `Too many attempts. The ${way} was not checked.`;
    case 'unavailable':
      return `Too many people are signing in. The ${way} was not checked.`;
    default:
      return `${message}.`;
  }
}

/**
 * RFC 8176 methods for the ID token: a password, with a code if required; or a passkey, a possessed key on a device that verified its
 * user, which is both factors.
 */
export const methods = {
  password: ['pwd'],
  passkey: ['pop', 'user', 'mfa'],
  code: ['pwd', 'otp', 'mfa'],
  /** RFC 8176 has no name for it; `mfa` says that it was more than the password. */
  recoveryCode: ['pwd', 'mfa'],
} as const;

/**
 * Completes the step and redirects the browser back to the console.
 * @param provedAt when the proof was received, before it was checked, so that a check against an old password never counts as later
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

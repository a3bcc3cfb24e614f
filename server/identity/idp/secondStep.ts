import type { FastifyReply } from 'fastify';
import type Provider from 'oidc-provider';
import type { Interaction } from 'oidc-provider';
import type { Platform } from '../../context.ts';
import { openKeyWrap } from '../../evidence/keyWrap.ts';
import { httpStatusOf, isRefusal, type Refusal, refuse } from '../../http/problem.ts';
import { markedIn, openDeviceMarks } from '../sessions/device.ts';
import { enrolTotp } from '../factors/enrolTotp.ts';
import { totpIssuer } from '../factors/factorRoutes.ts';
import { proveByCode } from '../factors/proveByCode.ts';
import { secondStepOf } from '../factors/secondFactor.ts';
import { base32, totpAddress } from '../factors/totp.ts';
import { offerTotp } from '../factors/totpSecrets.ts';
import { recordFailedTry } from '../guessing/failedTry.ts';
import type { SignedIn } from '../sessions/signIn.ts';
import { type Asked, sendForSecond, wentOn } from './browserBound.ts';
import { codesPage, enrolPage, secondPage } from './secondPage.ts';
import { finishStep, refusalText, sendError, type StepRequest } from './step.ts';

/** Messages for a wrong second step. */
const misfit = {
  code: 'The code is not right, or was used before. Look at the one that the app shows now.',
  passkey: 'The passkey was not accepted. Try again.',
} as const;

/**
 * A sign-in whose password was right and that needs a second step (G-25). It is stored only in the provider's step: no session,
 * authorization code or device mark is issued before it is complete. Tied by its own secret to the browser that entered the password
 * (browserBound.ts).
 */
export interface Second {
  readonly accountId: string;
  /** When the password was received, ISO; ending the account's sessions after this ends the step too. */
  readonly provedAt: string;
  readonly proofsFrom: string | null;
  /** What is required next. `kept`: authentication is complete and recovery codes are being shown. */
  readonly stage: 'code' | 'passkey' | 'enrol' | 'kept';
  /** Hash of the secret that the browser must present. */
  readonly by: string;
}

/** Further values for the pages. */
interface Page {
  readonly uid: string;
  readonly asked: Asked & { readonly console: string };
  readonly supportUrl: string;
  readonly passkeys: boolean;
}

/** This browser's second step; null if it has not entered a password. */
export async function secondOf(
  { config }: Platform,
  provider: Provider,
  request: StepRequest,
  reply: FastifyReply,
): Promise<Second | null> {
  const step = await provider.interactionDetails(request.raw, reply.raw);
  const second = keptIn(step);
  return second !== null && wentOn(config, request.headers.cookie, second.by) ? second : null;
}

/** Stores in the step whose password was entered, and redirects to the second page. */
export async function beginSecond(
  { config }: Platform,
  provider: Provider,
  request: StepRequest,
  reply: FastifyReply,
  { accountId, proofsFrom, second }: SignedIn,
  provedAt: Date,
): Promise<FastifyReply> {
  if (second === 'none') throw new Error('There is no second step');
  const by = sendForSecond(config, { append: (name, value) => void reply.header(name, value) });
  const kept = { by, accountId, proofsFrom, provedAt: provedAt.toISOString(), stage: second };
  await keepIn(await provider.interactionDetails(request.raw, reply.raw), kept);
  return reply.redirect(request.url, 303);
}

/** Renders the current page of the second step. */
export async function showSecond(
  platform: Platform,
  reply: FastifyReply,
  page: Page,
  { accountId, stage }: Second,
  refusal: Refusal | null,
  way: 'code' | 'passkey' = 'code',
): Promise<FastifyReply> {
  const waitS = refusal?.retryAfterMs === undefined ? 0 : Math.ceil(refusal.retryAfterMs / 1000);
  if (waitS > 0) reply.header('retry-after', String(waitS));
  const parts = { ...page, problem: refusal === null ? null : { text: refusalText(refusal, way, misfit[way]), waitS } };
  reply.code(refusal === null || refusal.refused === 'login_failed' ? 200 : httpStatusOf(refusal.refused));
  reply.header('content-type', 'text/html; charset=utf-8').header('cache-control', 'no-store');
  if (stage === 'kept') return reply.send(codesPage(page, []));
  if (stage !== 'enrol') return reply.send(secondPage(parts, { code: stage === 'code' }));
  const { db, config, clock, database } = platform;
  const wrap = await openKeyWrap(config);
  const { email } = await db.selectFrom('accounts').select('email').where('account_id', '=', accountId).executeTakeFirstOrThrow();
  const secret = await database.write(`account ${accountId}`, (trx) =>
    offerTotp(trx, wrap, { accountId, holder: page.uid, now: clock.now() }),
  );
  return reply.send(enrolPage(parts, { secret: base32(secret), address: totpAddress(secret, { email, issuer: totpIssuer }) }));
}

/** Handles the second page's form: completes the step or shows the next page. */
export async function goOnSecond(
  platform: Platform,
  provider: Provider,
  request: StepRequest,
  reply: FastifyReply,
  { page, second, typed }: { readonly page: Page; readonly second: Second; readonly typed: string },
): Promise<FastifyReply> {
  const { accountId, proofsFrom, stage } = second;
  const from = { accountId, ip: request.ip, correlationId: request.id };
  const failed = async (why: string, refusal = refuse('login_failed')): Promise<FastifyReply> => {
    const account = await platform.db
      .selectFrom('accounts')
      .select(['account_id', 'tenant_id'])
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    const outcome = refusal.refused === 'rate_limited' ? 'refused' : 'failed';
    await recordFailedTry(platform, account, { outcome, why, by: 'code', ip: from.ip, correlationId: from.correlationId });
    return showSecond(platform, reply, page, second, refusal);
  };
  const finish = (way: 'code' | 'recoveryCode') => finishSecond(platform, provider, request, reply, second, way);
  switch (stage) {
    case 'passkey':
      // Passkeys are sent by their own form.
      return showSecond(platform, reply, page, second, null);
    case 'kept':
      return finish('code');
    case 'enrol': {
      const passkeysHere = page.passkeys;
      const done = await enrolTotp(platform, { ...from, holder: page.uid, typed }, async (trx, account) => {
        const isSame = account.status === 'active' && account.proofs_from === proofsFrom;
        // If a second factor was set up meanwhile, it must be used: a password alone never replaces it.
        return isSame && (await secondStepOf(trx, accountId, passkeysHere)) === 'enrol' ? null : refuse('login_failed');
      });
      if (done === 'gone') return showSecond(platform, reply, page, second, null);
      if (done === 'wrong') return failed('mismatch');
      if (isRefusal(done)) return failed('not_active', done);
      // Write the whole state: a concurrent request may have entered another account's password in this step, whose second step is not
      // complete.
      await keepIn(await provider.interactionDetails(request.raw, reply.raw), { ...second, stage: 'kept' });
      reply.header('content-type', 'text/html; charset=utf-8').header('cache-control', 'no-store');
      return reply.send(codesPage(page, done.recoveryCodes));
    }
    case 'code': {
      const verdict = await proveByCode(platform, { ...from, typed, recovery: true, proofsFrom });
      if (verdict === 'wrong') return failed('mismatch');
      if (isRefusal(verdict)) return failed(verdict.refused, verdict);
      return finish(verdict === 'code' ? 'code' : 'recoveryCode');
    }
    default:
      return stage satisfies never;
  }
}

/** Completes a fully proved sign-in: marks the browser as a known device and continues. */
export async function finishSecond(
  platform: Platform,
  provider: Provider,
  request: StepRequest,
  reply: FastifyReply,
  { accountId, proofsFrom, provedAt }: Second,
  way: 'code' | 'recoveryCode' | 'passkey',
): Promise<FastifyReply> {
  const account = await markedIn(platform.db, accountId);
  // All sessions were ended since the password was entered: refuse, and issue no device mark.
  if (account.proofs_from !== proofsFrom) return sendError(reply);
  platform.metrics.count('ukweli_sign_ins_total', { outcome: 'done' });
  const marks = await openDeviceMarks(platform.secrets);
  const deviceMark = marks.issue(account);
  return finishStep(platform, provider, request, reply, { accountId, deviceMark }, way, new Date(provedAt));
}

function keptIn(step: Interaction): Second | null {
  return (step.lastSubmission?.['second'] as Second | undefined) ?? null; // written by `keepIn`
}

/** Stored beside the step's origin, which stays; expires with the step. */
async function keepIn(step: Interaction, second: Second): Promise<void> {
  step.lastSubmission = { ...step.lastSubmission, second };
  await step.persist();
}

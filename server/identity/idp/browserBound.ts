import { randomBytes } from 'node:crypto';
import type Provider from 'oidc-provider';
import type { Interaction, KoaContext } from 'oidc-provider';
import type { ServerConfig } from '../../config.ts';
import type { Platform } from '../../context.ts';
import { cookie, readCookie } from '../../http/cookies.ts';
import { createAttempts } from '../attempts.ts';
import { errorPage } from './page.ts';
import { atRest, providerNow } from './store.ts';
import { endedWell } from './strangersCost.ts';

/**
 * Binds a sign-in to one browser (G-8). The provider's own cookies name a step, and whoever began it has them too: planted in somebody else's browser they had him sign in for the one who
 * planted them. So a step has secrets of ours. One is set where it begins and demanded at the page; the other is given to whoever proved who he is, and demanded where the sign-in goes
 * on, so that it goes on there and nowhere else, even where the first could be planted. Where a password is not enough, the second step has a third of the same kind in between. Off localhost a sister domain can plant neither (`__Host-`).
 */

/** How long somebody may take over a step, seconds. */
export const stepTtlS = 600;
/** From the password to where the sign-in goes on is one redirect, seconds. */
const provedTtlS = 60;

type Names = Pick<ServerConfig, 'secure'>;
/** Cookies of an answer are added to. */
type Answer = Pick<KoaContext, 'append'>;

/** Who asked for a step, as its page says it. */
export interface Asked {
  readonly ip: string;
  /** ISO. */
  readonly at: string;
}

function nameOf(config: Names, of: 'asked' | 'second' | 'proved'): string {
  return `${config.secure ? '__Host-' : ''}ukweli_idp_${of}`;
}

/** Begins: ties the step to the browser that asks for it. A browser has one secret for all its tabs. */
export async function bindStep(config: Names, ctx: KoaContext, step: Interaction): Promise<void> {
  const secret = readCookie(ctx.get('cookie'), nameOf(config, 'asked')) ?? randomBytes(32).toString('base64url');
  ctx.append('set-cookie', cookie(config, nameOf(config, 'asked'), secret, stepTtlS));
  // Where the library keeps what was submitted before a step: it goes with the step, and into its result.
  step.lastSubmission = { asked: { by: atRest(secret), ip: ctx.ip, at: providerNow().toISOString() } };
  await step.save(stepTtlS);
}

/** Who asked for this step, if it was the browser whose cookies these are; else null. */
export function askedBy(config: Names, cookies: string | undefined, step: Interaction): Asked | null {
  const asked = Object(step.lastSubmission?.['asked']) as Partial<Asked> & { readonly by?: string }; // written by `bindStep`
  const secret = readCookie(cookies, nameOf(config, 'asked'));
  if (secret === null || asked.by !== atRest(secret)) return null;
  return { ip: asked.ip ?? '', at: asked.at ?? '' };
}

/** Gives whoever typed the password, and is asked for more, the secret by which the second step goes on. @returns what the step keeps of it */
export function sendForSecond(config: Names, answer: Answer): string {
  const secret = randomBytes(32).toString('base64url');
  answer.append('set-cookie', cookie(config, nameOf(config, 'second'), secret, stepTtlS));
  return atRest(secret);
}

/** Whether these are the cookies of the browser that typed the password of this second step. */
export function wentOn(config: Names, cookies: string | undefined, by: string): boolean {
  const secret = readCookie(cookies, nameOf(config, 'second'));
  return secret !== null && atRest(secret) === by;
}

/** Gives whoever proved who he is the secret by which the sign-in goes on. @returns what the step's result keeps of it */
export function sendForProof(config: Names, answer: Answer): { readonly proved: string } {
  const secret = randomBytes(32).toString('base64url');
  answer.append('set-cookie', cookie(config, nameOf(config, 'proved'), secret, provedTtlS));
  return { proved: atRest(secret) };
}

/** Whether a step goes on in the browser that proved who he is. The secret is used up. */
function goesOn(config: Names, ctx: KoaContext, step: Interaction | undefined): boolean {
  const secret = readCookie(ctx.get('cookie'), nameOf(config, 'proved'));
  if (secret === null) return false;
  ctx.append('set-cookie', cookie(config, nameOf(config, 'proved'), '', 0));
  return step?.result?.['proved'] === atRest(secret);
}

/** Where a sign-in goes on after the page: only in the browser that proved who he is. */
export function sameBrowser({ config, log, database, clock }: Platform, provider: Provider) {
  const attempts = createAttempts({ database, clock });
  return async (ctx: KoaContext, next: () => Promise<void>): Promise<void> => {
    const [, uid] = /^\/authorize\/([^/]+)$/.exec(ctx.path) ?? [];
    if (uid === undefined) return next();
    if (goesOn(config, ctx, await provider.Interaction.find(uid))) {
      await endedWell(attempts, ctx.ip);
      return next();
    }
    log.warn('idp.refused', { on: 'resume', why: 'another browser' });
    ctx.status = 400;
    ctx.type = 'html';
    ctx.body = errorPage();
    return undefined;
  };
}

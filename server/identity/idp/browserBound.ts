import { randomBytes } from 'node:crypto';
import type Provider from 'oidc-provider';
import type { Interaction, KoaContext } from 'oidc-provider';
import type { ServerConfig } from '../../config.ts';
import type { Platform } from '../../context.ts';
import { cookie, readCookie } from '../../http/cookies.ts';
import { createAttempts } from '../guessing/attempts.ts';
import { errorPage } from './page.ts';
import { atRest, providerNow } from './store.ts';
import { endedWell } from './strangersCost.ts';

/**
 * Binds a sign-in to one browser (G-8). The provider's own cookies only name a step, and an attacker who began the step has them: planted
 * in a victim's browser, they make the victim sign in on the attacker's behalf. So each step has secrets of ours. The first is set when
 * it begins and required by the page. The second is issued after authentication and required to continue, so that only that browser can
 * continue even if the first was planted. A second step has a third of the same kind in between. Off localhost a sibling domain can plant
 * none of them (`__Host-`).
 */

/** Lifetime of a step, seconds. */
export const stepTtlS = 600;
/** Lifetime of the second secret, seconds: only one redirect lies between authentication and continuing. */
const provedTtlS = 60;

type Names = Pick<ServerConfig, 'secure'>;
/** A response that cookies are appended to. */
type Answer = Pick<KoaContext, 'append'>;

/** Who requested a step, for display on its page. */
export interface Asked {
  readonly ip: string;
  /** Time of the request, ISO. */
  readonly at: string;
}

function nameOf(config: Names, kind: 'asked' | 'second' | 'proved'): string {
  return `${config.secure ? '__Host-' : ''}ukweli_idp_${kind}`;
}

/** Ties a new step to the requesting browser. One secret serves all tabs of a browser. */
export async function bindStep(config: Names, ctx: KoaContext, step: Interaction): Promise<void> {
  const secret = readCookie(ctx.get('cookie'), nameOf(config, 'asked')) ?? randomBytes(32).toString('base64url');
  ctx.append('set-cookie', cookie(config, nameOf(config, 'asked'), secret, stepTtlS));
  // A field in which the library keeps earlier submissions; it is stored with the step and copied into its result.
  step.lastSubmission = { asked: { by: atRest(secret), ip: ctx.ip, at: providerNow().toISOString() } };
  await step.save(stepTtlS);
}

/** Who requested this step, if these cookies are from the browser that requested it; else null. */
export function askedBy(config: Names, cookies: string | undefined, step: Interaction): Asked | null {
  const asked = Object(step.lastSubmission?.['asked']) as Partial<Asked> & { readonly by?: string }; // written by `bindStep`
  const secret = readCookie(cookies, nameOf(config, 'asked'));
  if (secret === null || asked.by !== atRest(secret)) return null;
  return { ip: asked.ip ?? '', at: asked.at ?? '' };
}

/** Issues the secret for the second step, after the password was right. @returns its hash, which the step keeps */
export function sendForSecond(config: Names, answer: Answer): string {
  const secret = randomBytes(32).toString('base64url');
  answer.append('set-cookie', cookie(config, nameOf(config, 'second'), secret, stepTtlS));
  return atRest(secret);
}

/** True if the cookies are from the browser that entered the password before this second step. */
export function wentOn(config: Names, cookies: string | undefined, by: string): boolean {
  const secret = readCookie(cookies, nameOf(config, 'second'));
  return secret !== null && atRest(secret) === by;
}

/** Issues the secret for continuing, after authentication. @returns its hash, for the step's result */
export function sendForProof(config: Names, answer: Answer): { readonly proved: string } {
  const secret = randomBytes(32).toString('base64url');
  answer.append('set-cookie', cookie(config, nameOf(config, 'proved'), secret, provedTtlS));
  return { proved: atRest(secret) };
}

/** True if the step continues in the browser that authenticated. Uses the secret up. */
function goesOn(config: Names, ctx: KoaContext, step: Interaction | undefined): boolean {
  const secret = readCookie(ctx.get('cookie'), nameOf(config, 'proved'));
  if (secret === null) return false;
  ctx.append('set-cookie', cookie(config, nameOf(config, 'proved'), '', 0));
  return step?.result?.['proved'] === atRest(secret);
}

/** Middleware: after the page, a sign-in continues only in the browser that authenticated. */
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

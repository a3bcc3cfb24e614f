import { formatUtc } from '../../../src/domain/formatTime.ts';
import { escape, glyph, page } from './frame.ts';

/**
 * The provider's pages: server-rendered, one style sheet (`/idp/style.css`), and on the sign-in page scripts that are files of our own (`src/classic/passkey.ts`, `countdown.ts`), so that they
 * live under the strictest policy. Signing in by password needs no script.
 */

export interface SignInPage {
  readonly uid: string;
  readonly email: string;
  /** Who asked for this step: the console at this host, for a browser at this address, at this moment (ISO). */
  readonly asked: { readonly console: string; readonly ip: string; readonly at: string };
  /** What to say above the form, which way in it is about, and for how many seconds no further try is taken (0: at once); or null. */
  readonly problem: { readonly text: string; readonly way: 'password' | 'passkey'; readonly waitS: number } | null;
  readonly supportUrl: string;
  /** Whether passkeys are taken here. */
  readonly passkeys: boolean;
}

export function signInPage({ uid, email, asked, problem, supportUrl, passkeys }: SignInPage): string {
  const invalid = problem?.way === 'password' ? ' aria-invalid="true" aria-describedby="problem"' : '';
  const action = `/idp/sign-in/${encodeURIComponent(uid)}`;
  return page(
    'Sign in',
    `
      <h1>Sign in</h1>
      <p class="lead">Use your organisation account. You come back to the page you asked for.</p>
      ${problemWords(problem)}
      <form method="post" action="${action}">
        <label for="email">E-mail</label>
        <input id="email" name="email" type="email" autocomplete="username" inputmode="email" autocapitalize="none" spellcheck="false" required maxlength="320" value="${escape(email)}"${invalid}${email === '' ? ' autofocus' : ''}>
        <label for="password">Password</label>
        <input id="password" name="password" type="password" autocomplete="current-password" required maxlength="1024"${invalid}${email === '' ? '' : ' autofocus'}>
        <button type="submit"${(problem?.waitS ?? 0) > 0 ? ' aria-describedby="wait"' : ''}>${glyph.enter}Sign in</button>
      </form>${passkeys ? passkeyForm(action, { otherwise: 'sign in with your password' }) : ''}
      <p class="after">${escape(askedWords(asked))}</p>
      <p class="after"><a href="/auth/reset-password">Forgot your password?</a></p>
      ${waysOut(supportUrl)}`,
    scriptsOf(passkeys, problem),
  );
}

/** What to say above a form: why nobody is signed in yet, and when the next try is taken. */
export function problemWords(problem: Pick<NonNullable<SignInPage['problem']>, 'text' | 'waitS'> | null): string {
  return problem === null
    ? ''
    : `<p class="problem" role="alert" id="problem">${glyph.bad}<span>${escape(problem.text)}</span></p>${waitWords(problem.waitS)}`;
}

/** Where else to go. */
export function waysOut(supportUrl: string): string {
  return `<p class="after"><a href="/login">Back to the console</a></p>
      <p class="after">Trouble signing in? <a href="${escape(supportUrl)}">Contact support</a></p>`;
}

/** The scripts that a page needs: for passkeys, and to count down. */
export function scriptsOf(passkeys: boolean, problem: { readonly waitS: number } | null): string {
  return `${passkeys ? passkeyScript : ''}${(problem?.waitS ?? 0) > 0 ? countdownScript : ''}`;
}

/** In words, which hold without script; with it (`src/classic/countdown.ts`) they count down unannounced, and a screen reader is told their end alone. */
function waitWords(waitS: number): string {
  return waitS === 0
    ? ''
    : `<p class="wait" id="wait" data-wait-s="${waitS}">The next try is taken in ${waitS} s.</p><p class="wait" id="again" role="status"></p>`;
}

/** Whoever is shown a step that he did not ask for himself can see it (G-8). */
export function askedWords({ console, ip, at }: SignInPage['asked']): string {
  return `Asked for by the console at ${console}, from ${ip}, on ${formatUtc(Date.parse(at))}. If that was not you, close this page.`;
}

/** In the head and not deferred: it says before the first paint whether the button is shown, so that nothing moves. */
const passkeyScript = '<script src="/passkey.js"></script>\n';

/** Only where there is something to count. */
const countdownScript = '<script src="/countdown.js" defer></script>\n';

/** Shown by the script alone, in browsers that know passkeys (style.ts). The script fills the form in and sends it. */
export function passkeyForm(action: string, { way = 'in', otherwise }: PasskeyForm): string {
  const to = way === 'in' ? `${action}/passkey` : `${action}/passkey/new`;
  return `
      <form method="post" action="${to}" id="passkey" data-ask="${to}/options"${otherwise === null ? '' : ` data-else="${otherwise}"`}>
        ${otherwise === null ? '' : '<p class="or"><span>or</span></p>'}
        <input type="hidden" name="assertion">
        <button type="submit" class="second">${glyph.finger}<span>${way === 'in' ? 'Sign in with a passkey' : 'Set up a passkey instead'}</span></button>
        <p class="told" role="status"></p>
      </form>`;
}

/** `way`: signs in by one, or makes one. `otherwise`: what else one can do, in words of our own; null where nothing. */
interface PasskeyForm {
  readonly way?: 'in' | 'new';
  readonly otherwise: string | null;
}

/** For what cannot go on: an expired step, a request that is not the console's. Says nothing of why: the log does. */
export function errorPage(): string {
  return page(
    'Sign-in could not go on',
    `
      <h1>Sign-in could not go on</h1>
      <p class="lead">This step has expired or was opened out of order. Nothing has been changed. Start again from the console.</p>
      <p><a class="button" href="/login">Start again</a></p>`,
  );
}

/** What is shown where too many sign-ins begin at a time (G-19). @param waitS seconds until the next may */
export function busyPage(waitS: number): string {
  const wait = waitS < 60 ? `${waitS} s` : `${Math.ceil(waitS / 60)} min`;
  return page(
    'Too many sign-ins at a time',
    `
      <h1>Too many sign-ins at a time</h1>
      <p class="lead">Your password was not asked for, and nothing has been changed. Start again in ${wait}.</p>
      <p><a class="button" href="/login">Back to the console</a></p>`,
  );
}

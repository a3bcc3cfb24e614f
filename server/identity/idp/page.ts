import { screenHref } from '../../../src/domain/screens/link.ts';
import { formatUtc } from '../../../src/domain/formatTime.ts';
import { escape, glyph, page } from './frame.ts';

/**
 * The provider's pages: server-rendered, one style sheet (`/idp/style.css`). Scripts on the sign-in page are separate files of our own
 * (`src/classic/passkey.ts`, `countdown.ts`), as the strict content security policy requires. Sign-in by password needs no script.
 */

/**
 * Contents of the page that asks for e-mail and password. `uid` is the provider's id of this step; `email` what was typed before, or empty.
 */
export interface SignInPage {
  readonly uid: string;
  readonly email: string;
  /** Origin of this step: the console's host, the browser's IP address, and the time (ISO). */
  readonly asked: { readonly console: string; readonly ip: string; readonly at: string };
  /** Message above the form, the sign-in method it concerns, and seconds until the next try is accepted (0: at once); or null. */
  readonly problem: { readonly text: string; readonly way: 'password' | 'passkey'; readonly waitS: number } | null;
  readonly supportUrl: string;
  /** Whether passkeys are supported here. */
  readonly passkeys: boolean;
}

/** HTML of the sign-in page, everything from outside escaped. The password is never shown again. */
export function signInPage({ uid, email, asked, problem, supportUrl, passkeys }: SignInPage): string {
  const invalid = problem?.way === 'password' ? ' aria-invalid="true" aria-describedby="problem"' : '';
  const action = `/idp/sign-in/${encodeURIComponent(uid)}`;
  return page(
    'Sign in',
    `
      <h1>Sign in</h1>
      <p class="lead">Use your organisation account.</p>
      ${problemLabels(problem)}
      <form method="post" action="${action}">
        <label for="email">Email</label>
        <input id="email" name="email" type="email" autocomplete="username" inputmode="email" autocapitalize="none" spellcheck="false" required maxlength="320" value="${escape(email)}"${invalid}${email === '' ? ' autofocus' : ''}>
        <label for="password">Password</label>
        <input id="password" name="password" type="password" autocomplete="current-password" required maxlength="1024"${invalid}${email === '' ? '' : ' autofocus'}>
        <button type="submit"${(problem?.waitS ?? 0) > 0 ? ' aria-describedby="wait"' : ''}>${glyph.enter}Sign in</button>
      </form>${passkeys ? passkeyForm(action, { otherwise: 'sign in with your password' }) : ''}
      <p class="after">${escape(askedLabels(asked))}</p>
      <p class="after"><a href="${screenHref('resetRequest')}">Forgot your password?</a></p>
      ${waysOut(supportUrl)}`,
    scriptsOf(passkeys, problem),
  );
}

/** Message above a form: why the sign-in failed and when the next try is accepted. */
export function problemLabels(problem: Pick<NonNullable<SignInPage['problem']>, 'text' | 'waitS'> | null): string {
  return problem === null
    ? ''
    : `<p class="problem" role="alert" id="problem">${glyph.bad}<span>${escape(problem.text)}</span></p>${waitLabels(problem.waitS)}`;
}

/** Links to the console and to support. */
export function waysOut(supportUrl: string): string {
  return `<p class="after"><a href="${screenHref('login')}">Back to the console</a></p>
      <p class="after">Trouble signing in? <a href="${escape(supportUrl)}">Contact support</a></p>`;
}

/** Script tags that a page needs: passkeys and countdown. */
export function scriptsOf(passkeys: boolean, problem: { readonly waitS: number } | null): string {
  return `${passkeys ? passkeyScript : ''}${(problem?.waitS ?? 0) > 0 ? countdownScript : ''}`;
}

/**
 * Text that is right without script. With script (`src/classic/countdown.ts`) it counts down silently; screen readers are told only the
 * end.
 */
function waitLabels(waitS: number): string {
  return waitS === 0
    ? ''
    : `<p class="wait" id="wait" data-wait-s="${waitS}">Next attempt in ${waitS} s.</p><p class="wait" id="again" role="status"></p>`;
}

/** Shows where the step was requested, so that people can recognise one that they did not request themselves (G-8). */
export function askedLabels({ console, ip, at }: SignInPage['asked']): string {
  return `Requested by the console at ${console}, from ${ip}, on ${formatUtc(Date.parse(at))}. If that was not you, close this page.`;
}

/** In the head without `defer`: it decides before the first paint whether the button is shown, so that nothing moves. */
const passkeyScript = '<script src="/passkey.js"></script>\n';

/** Included only if there is a wait to count down. */
const countdownScript = '<script src="/countdown.js" defer></script>\n';

/** Passkey form; the script shows it in browsers that support passkeys (style.ts), fills it in and submits it. */
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

/** `way`: sign in with a passkey, or create one. `otherwise`: text naming the alternative; null if there is none. */
interface PasskeyForm {
  readonly way?: 'in' | 'new';
  readonly otherwise: string | null;
}

/** Page for an expired step or a request that is not from the console. It gives no reason; the log does. */
export function errorPage(): string {
  return page(
    'Sign-in could not continue',
    `
      <h1>Sign-in could not continue</h1>
      <p class="lead">This step has expired or was opened out of order. Nothing has been changed. Start again from the console.</p>
      <p><a class="button" href="${screenHref('login')}">Start again</a></p>`,
  );
}

/** Page for too many sign-ins at a time (G-19). @param waitS seconds until the next may begin */
export function busyPage(waitS: number): string {
  const wait = waitS < 60 ? `${waitS} s` : `${Math.ceil(waitS / 60)} min`;
  return page(
    'Too many sign-ins at once',
    `
      <h1>Too many sign-ins at once</h1>
      <p class="lead">Your password was not asked for, and nothing has been changed. Start again in ${wait}.</p>
      <p><a class="button" href="${screenHref('login')}">Back to the console</a></p>`,
  );
}

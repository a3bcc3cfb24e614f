import { formatUtc } from '../../../src/domain/formatTime.ts';

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
  const told =
    problem === null
      ? ''
      : `<p class="problem" role="alert" id="problem">${glyph.bad}<span>${escape(problem.text)}</span></p>${waitWords(problem.waitS)}`;
  const invalid = problem?.way === 'password' ? ' aria-invalid="true" aria-describedby="problem"' : '';
  const action = `/idp/sign-in/${encodeURIComponent(uid)}`;
  return page(
    'Sign in',
    `
      <h1>Sign in</h1>
      <p class="lead">Use your organisation account. You come back to the page you asked for.</p>
      ${told}
      <form method="post" action="${action}">
        <label for="email">E-mail</label>
        <input id="email" name="email" type="email" autocomplete="username" inputmode="email" autocapitalize="none" spellcheck="false" required maxlength="320" value="${escape(email)}"${invalid}${email === '' ? ' autofocus' : ''}>
        <label for="password">Password</label>
        <input id="password" name="password" type="password" autocomplete="current-password" required maxlength="1024"${invalid}${email === '' ? '' : ' autofocus'}>
        <button type="submit"${(problem?.waitS ?? 0) > 0 ? ' aria-describedby="wait"' : ''}>${glyph.enter}Sign in</button>
      </form>${passkeys ? passkeyForm(action) : ''}
      <p class="after">${escape(askedWords(asked))}</p>
      <p class="after"><a href="/auth/reset-password">Forgot your password?</a></p>
      <p class="after"><a href="/login">Back to the console</a></p>
      <p class="after">Trouble signing in? <a href="${escape(supportUrl)}">Contact support</a></p>`,
    `${passkeys ? passkeyScript : ''}${(problem?.waitS ?? 0) > 0 ? countdownScript : ''}`,
  );
}

/** In words, which hold without script; with it (`src/classic/countdown.ts`) they count down unannounced, and a screen reader is told their end alone. */
function waitWords(waitS: number): string {
  return waitS === 0
    ? ''
    : `<p class="wait" id="wait" data-wait-s="${waitS}">The next try is taken in ${waitS} s.</p><p class="wait" id="again" role="status"></p>`;
}

/** Whoever is shown a step that he did not ask for himself can see it (G-8). */
function askedWords({ console, ip, at }: SignInPage['asked']): string {
  return `Asked for by the console at ${console}, from ${ip}, on ${formatUtc(Date.parse(at))}. If that was not you, close this page.`;
}

/** In the head and not deferred: it says before the first paint whether the button is shown, so that nothing moves. */
const passkeyScript = '<script src="/passkey.js"></script>\n';

/** Only where there is something to count. */
const countdownScript = '<script src="/countdown.js" defer></script>\n';

/** Shown by the script alone, in browsers that know passkeys (style.ts). The script fills the form in and sends it. */
function passkeyForm(action: string): string {
  return `
      <form method="post" action="${action}/passkey" id="passkey" data-ask="${action}/passkey/options">
        <p class="or"><span>or</span></p>
        <input type="hidden" name="assertion">
        <button type="submit" class="second">${glyph.finger}<span>Sign in with a passkey</span></button>
        <p class="told" role="status"></p>
      </form>`;
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

function page(title: string, content: string, head = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Ukweli</title>
<link rel="stylesheet" href="/idp/style.css">
${head}</head>
<body>
  <main>
    <p class="brand">${glyph.mark}Ukweli Console</p>
    <div class="form">${content}
    </div>
    <p class="foot"><span>Ukweli sign-in service</span><span class="links"><a href="/terms">Terms</a><a href="/privacy">Privacy</a></span></p>
  </main>
  <aside>
    ${chain()}
    <div class="words"><p class="claim">Every figure carries its age and its proof.</p>
    <p>Verified energy savings, results-based payments and Digital Green Notes, checked record by record before a shilling moves.</p></div>
  </aside>
</body>
</html>
`;
}

/** The verification chain as a pattern: links, some of them ticked. Decoration: hidden from assistive technology. */
function chain(): string {
  const ticked = new Set(['0:5', '1:8', '2:0', '3:3', '4:6', '6:1', '7:4']);
  const step = 76;
  const shapes: string[] = [];
  for (let row = 0; row < 8; row++) {
    const shift = row % 2 === 0 ? 20 : 58;
    const y = 20 + row * step;
    const fade = (1 - row / 9).toFixed(2);
    const count = row % 2 === 0 ? 10 : 9;
    const links = Array.from({ length: count }, (_, index) => {
      const x = shift + index * step;
      const on = ticked.has(`${row}:${index}`);
      const line = index === count - 1 ? '' : `<path d="M${x + 15} ${y}h${step - 30}" class="line"/>`;
      return `${line}<circle cx="${x}" cy="${y}" r="15" class="${on ? 'on' : 'off'}"/>${on ? `<path d="m${x - 5} ${y}l4 4 7-8" class="tick"/>` : ''}`;
    });
    shapes.push(`<g opacity="${fade}">${links.join('')}</g>`);
  }
  return `<svg class="chain" viewBox="0 0 724 600" preserveAspectRatio="xMidYMin slice" aria-hidden="true" focusable="false">${shapes.join('')}</svg>`;
}

const glyph = {
  // the console's own mark (public/favicon.svg)
  mark: '<svg width="30" height="30" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><rect width="24" height="24" rx="6" class="tile"/><path d="M6.6 6.2v5.3a5.4 5.4 0 0 0 10.8 0V7.4" class="stroke"/><path d="m9.3 10.9 2.3 2.3 5.7-6.1" class="stroke"/></svg>',
  enter:
    '<svg width="18" height="18" viewBox="0 0 24 24" aria-hidden="true" focusable="false" class="icon"><path d="M15 3h4a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-4"/><path d="m10 17 5-5-5-5"/><path d="M15 12H3"/></svg>',
  finger:
    '<svg width="18" height="18" viewBox="0 0 24 24" aria-hidden="true" focusable="false" class="icon"><path d="M12 10a2 2 0 0 0-2 2c0 1.02-.1 2.51-.26 4M14 13.12c0 2.38 0 6.38-1 8.88M17.29 21.02c.12-.6.43-2.3.5-3.02M2 12a10 10 0 0 1 18-6M2 16h.01M21.8 16c.2-2 .131-5.354 0-6M5 19.5C5.5 18 6 15 6 12a6 6 0 0 1 .34-2M8.65 22c.21-.66.45-1.32.57-2M9 6.8a6 6 0 0 1 9 5.2v2"/></svg>',
  bad: '<svg width="18" height="18" viewBox="0 0 24 24" aria-hidden="true" focusable="false" class="icon"><path d="M8 2h8l6 6v8l-6 6H8l-6-6V8z"/><path d="m15 9-6 6"/><path d="m9 9 6 6"/></svg>',
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

import { qrPath } from '../../../src/domain/qrCode.ts';
import { inFours } from '../../../src/domain/totpWords.ts';
import { escape, glyph, page } from './frame.ts';
import { askedWords, passkeyForm, problemWords, scriptsOf, type SignInPage, waysOut } from './page.ts';

/** The pages of a sign-in's second step (G-25): server-rendered like the first, and without script but for passkeys and a countdown. */

type Parts = Pick<SignInPage, 'uid' | 'asked' | 'supportUrl' | 'passkeys'> & {
  /** What to say above the form, and for how many seconds no further try is taken; or null. */
  readonly problem: { readonly text: string; readonly waitS: number } | null;
};

/** Asks for a code of the authenticator app (`code`), or a passkey; for a passkey alone where the account has no app. */
export function secondPage({ uid, asked, supportUrl, passkeys, problem }: Parts, ways: { readonly code: boolean }): string {
  const action = actionOf(uid);
  const wait = (problem?.waitS ?? 0) > 0 ? ' aria-describedby="wait"' : '';
  const codeForms = `
      <form method="post" action="${action}/second">
        <label for="code">Code of your authenticator app</label>
        <input id="code" name="code" type="text" autocomplete="one-time-code" inputmode="numeric" required minlength="6" maxlength="7"${invalid(problem)} autofocus>
        <button type="submit"${wait}>${glyph.enter}Sign in</button>
      </form>${passkeys ? passkeyForm(action, { otherwise: 'enter a code' }) : ''}
      <details class="after">
        <summary>Use a recovery code</summary>
        <form method="post" action="${action}/second">
          <label for="recovery">Recovery code</label>
          <input id="recovery" name="code" type="text" autocomplete="off" autocapitalize="characters" spellcheck="false" required minlength="16" maxlength="24">
          <button type="submit" class="second"${wait}>${glyph.enter}Sign in with it</button>
        </form>
      </details>`;
  const passkeyAlone = `${passkeyForm(action, { otherwise: null })}
      <noscript><p class="after">A passkey needs a browser that runs scripts.</p></noscript>`;
  return page(
    'Second step',
    `
      <h1>Second step</h1>
      <p class="lead">${ways.code ? 'Your password was right. One more proof that it is you.' : 'Your password was right. Your organisation asks for your passkey too.'}</p>
      ${problemWords(problem)}${ways.code ? codeForms : passkeyAlone}
      <p class="after">${escape(askedWords(asked))}</p>
      ${waysOut(supportUrl)}`,
    scriptsOf(passkeys, problem),
  );
}

/** Has an authenticator app set up before anything opens, or a passkey. `secret` in base32, `address` as apps open it. */
export function enrolPage(
  { uid, asked, supportUrl, passkeys, problem }: Parts,
  { secret, address }: { readonly secret: string; readonly address: string },
): string {
  const code = qrPath(address);
  const drawn =
    code === null
      ? ''
      : `<svg class="qr" role="img" aria-label="The secret key as a QR code" viewBox="0 0 ${code.size} ${code.size}" shape-rendering="crispEdges"><rect width="${code.size}" height="${code.size}" fill="#fff"/><path d="${code.path}" fill="#000"/></svg>`;
  return page(
    'Set up a second step',
    `
      <h1>Set up a second step</h1>
      <p class="lead">Your organisation asks for more than a password. Add this account to an authenticator app, and enter the code that it shows.</p>
      ${problemWords(problem)}
      ${drawn}
      <p class="after">Secret key: <code class="key">${inFours(secret)}</code><br><a href="${escape(address)}">Open in an app on this device</a></p>
      <form method="post" action="${actionOf(uid)}/second">
        <label for="code">Code that the app shows</label>
        <input id="code" name="code" type="text" autocomplete="one-time-code" inputmode="numeric" required minlength="6" maxlength="7"${invalid(problem)}>
        <button type="submit">${glyph.enter}Go on</button>
      </form>${passkeys ? passkeyForm(actionOf(uid), { way: 'new', otherwise: 'use an app' }) : ''}
      <p class="after">${escape(askedWords(asked))}</p>
      ${waysOut(supportUrl)}`,
    scriptsOf(passkeys, problem),
  );
}

/** Recovery codes, this once; or that they were shown before, where the page is asked for again. */
export function codesPage({ uid }: Pick<Parts, 'uid'>, codes: readonly string[]): string {
  const shown =
    codes.length === 0
      ? '<p class="lead">Your recovery codes were shown before this page was opened again. If you have not kept them, make new ones in your profile.</p>'
      : `<p class="lead">Each of these signs you in once, with your password, when your app is not at hand. They are shown this once: keep them where nobody else looks.</p>
      <ul class="codes">${codes.map((code) => `<li><code>${code}</code></li>`).join('')}</ul>`;
  return page(
    'Recovery codes',
    `
      <h1>Your authenticator app is set up</h1>
      ${shown}
      <form method="post" action="${actionOf(uid)}/second">
        <button type="submit">${glyph.enter}${codes.length === 0 ? 'Go on' : 'I have kept them'}</button>
      </form>`,
  );
}

function actionOf(uid: string): string {
  return `/idp/sign-in/${encodeURIComponent(uid)}`;
}

function invalid(problem: Parts['problem']): string {
  return problem === null ? '' : ' aria-invalid="true" aria-describedby="problem"';
}

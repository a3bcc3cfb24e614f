import { qrPath } from '../../../src/domain/encoding/qrCode.ts';
import { inFours } from '../../../src/domain/accounts/totpLabels.ts';
import { escape, glyph, page } from './frame.ts';
import { askedLabels, passkeyForm, problemLabels, scriptsOf, type SignInPage, waysOut } from './page.ts';

/** Pages of the second sign-in step (G-25): server-rendered like the first; scripts only for passkeys and the countdown. */

type Parts = Pick<SignInPage, 'uid' | 'asked' | 'supportUrl' | 'passkeys'> & {
  /** Message above the form and seconds until the next try is accepted; or null. */
  readonly problem: { readonly text: string; readonly waitS: number } | null;
};

/** Asks for an authenticator code or a passkey; for a passkey only, if the account has no app. */
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
      <p class="lead">${ways.code ? 'Your password was right. One more check that it is you.' : 'Your password was right. Your organisation asks for your passkey too.'}</p>
      ${problemLabels(problem)}${ways.code ? codeForms : passkeyAlone}
      <p class="after">${escape(askedLabels(asked))}</p>
      ${waysOut(supportUrl)}`,
    scriptsOf(passkeys, problem),
  );
}

/** Requires setting up an authenticator app or a passkey. `secret` in base32, `address` as an `otpauth:` link. */
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
      <p class="lead">Your organisation asks for more than a password. Add this account to an authenticator app, and enter the code it shows.</p>
      ${problemLabels(problem)}
      ${drawn}
      <p class="after">Secret key: <code class="key">${inFours(secret)}</code><br><a href="${escape(address)}">Open in an app on this device</a></p>
      <form method="post" action="${actionOf(uid)}/second">
        <label for="code">Code that the app shows</label>
        <input id="code" name="code" type="text" autocomplete="one-time-code" inputmode="numeric" required minlength="6" maxlength="7"${invalid(problem)}>
        <button type="submit">${glyph.enter}Continue</button>
      </form>${passkeys ? passkeyForm(actionOf(uid), { way: 'new', otherwise: 'use an app' }) : ''}
      <p class="after">${escape(askedLabels(asked))}</p>
      ${waysOut(supportUrl)}`,
    scriptsOf(passkeys, problem),
  );
}

/** Shows new recovery codes once; reloaded, the page says that they were shown before. */
export function codesPage({ uid }: Pick<Parts, 'uid'>, codes: readonly string[]): string {
  const shown =
    codes.length === 0
      ? '<p class="lead">Your recovery codes were shown before this page was opened again. If you have not stored them, make new ones in your profile.</p>'
      : `<p class="lead">Each of these signs you in once, with your password, when you do not have your app. They are shown only now: keep them in a safe place.</p>
      <ul class="codes">${codes.map((code) => `<li><code>${code}</code></li>`).join('')}</ul>`;
  return page(
    'Recovery codes',
    `
      <h1>Your authenticator app is set up</h1>
      ${shown}
      <form method="post" action="${actionOf(uid)}/second">
        <button type="submit">${glyph.enter}${codes.length === 0 ? 'Continue' : 'I have stored them safely'}</button>
      </form>`,
  );
}

function actionOf(uid: string): string {
  return `/idp/sign-in/${encodeURIComponent(uid)}`;
}

function invalid(problem: Parts['problem']): string {
  return problem === null ? '' : ' aria-invalid="true" aria-describedby="problem"';
}

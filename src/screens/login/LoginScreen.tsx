import { LockKeyhole, LogIn, WifiOff } from 'lucide-react';
import { Link } from 'wouter';
import type { LeftBehind, SessionStatus } from '../../contracts/rpc.ts';
import type { Tenant } from '../../contracts/session.ts';
import { plural } from '../../domain/format.ts';
import { HelpLink } from '../../ui/controls/HelpLink.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { Glyph } from '../../ui/glyphs/Glyph.tsx';
import { Logo } from '../../ui/glyphs/Logo.tsx';
import { claimMarks } from '../../ui/status/claimMarks.ts';
import { ChainPattern } from './ChainPattern.tsx';
import { Time } from '../../ui/time/Time.tsx';
import './login.css';
import { passwordReset, signedOut } from '../../domain/claims/device.ts';

type Reason = Extract<SessionStatus, { readonly phase: 'signedOut' }>['reason'];

/** What has become of what this device held of somebody's work: nothing is called gone that is not (D-51). */
const leftWords: Readonly<Record<LeftBehind, string>> = {
  gone: 'What this device held of your work is gone from it.',
  removing: 'What this device held of your work is being removed.',
  cleared:
    'What this device held of your work is cleared. Its empty database stays until another tab of the console, which does not answer, is closed.',
  kept: 'What this device held of your work is not all gone yet: another tab of the console holds it and does not answer. The console opens it for nobody any more. Close that tab and it is removed.',
  notKnown: 'Whether this device still holds anything of your work is not known yet.',
};

/** The rows are; what was decided and not sent is sealed here (G-3), which stands beside it. */
const goneButUnsent = 'What this device held of your work is gone from it, but for what was not sent.';

/** What brought the person here, in words; nothing for somebody who just opens the console. */
const reasonWords: Readonly<Record<Reason, { readonly lead: string; readonly text: string | null } | null>> = {
  none: null,
  user: { lead: '', text: null },
  timeout: { lead: 'Your session timed out.', text: 'Nobody acted for 30 minutes. Sign in to go on where you were.' },
  expired: { lead: 'Your session has expired.', text: 'Sign in to go on where you were.' },
  locked: { lead: 'This device waits to be unlocked.', text: 'Unlock it, or sign in, to go on where you were.' },
  revoked: { lead: 'Your session was ended.', text: 'You or an administrator ended it, or your access has changed.' },
};

export interface LoginScreenProps {
  readonly busy: boolean;
  /** Nothing has answered for 8 s since the button was pressed. */
  readonly slow?: boolean;
  /** What went wrong, in words; null while nothing has. */
  readonly failure: string | null;
  readonly reason: Reason;
  readonly leftBehind: LeftBehind;
  /** How many decisions of the person who was here last wait to be sent; null where that is not known. */
  readonly unsentHeld?: number | null;
  /** Whether these lie sealed for their owner alone, behind a lock that was given up. */
  readonly unsentSealed?: boolean;
  /** What this device held of them was taken away (F-17), and what is known of it in words; null where it still stands. */
  readonly lost?: string | null;
  /** A new password has just been set. */
  readonly wasReset?: boolean;
  /** They come by the link of an invitation. */
  readonly invited?: boolean;
  /** The log-out before is still to be told to the platform. */
  readonly leaving: boolean;
  /** Until when the cookie may still open the session there; null where that is not known. */
  readonly cookieUntil?: number | null;
  /** The platform was asked and did not answer. */
  readonly offline: boolean;
  readonly tenant: Tenant | null;
  readonly supportUrl: string | null;
  readonly onSignIn: () => void;
  readonly onCancel?: () => void;
  /** Back to the lock of this device, where it has one that is closed. */
  readonly onUnlock?: (() => void) | undefined;
}

/** The way in (I-2): one button, what went wrong, and what works without a network. */
export function LoginScreen({
  busy,
  slow = false,
  failure,
  reason,
  leftBehind,
  unsentHeld = null,
  unsentSealed = false,
  lost = null,
  wasReset = false,
  invited = false,
  leaving,
  cookieUntil = null,
  offline,
  tenant,
  supportUrl,
  onSignIn,
  onCancel,
  onUnlock,
}: LoginScreenProps) {
  const why = wasReset
    ? { lead: 'Your password was changed.', text: 'Sign in with the new one.' }
    : invited
      ? { lead: 'You are invited.', text: 'Sign in with your organisation’s account: it is yours here from then on.' }
      : reasonWords[reason];
  const left = signedOut('account', !leaving);
  // Rows go with whoever leaves, and with whose access was ended; after a time-out they stay for their person. What is not known is said to whoever left by choice alone.
  const saysLeft = !wasReset && (reason === 'user' || (reason === 'revoked' && leftBehind !== 'notKnown'));
  return (
    <div className="login">
      <main className="login-side" id="main">
        <div className="login-brand">
          <Logo size={30} />
          <span>Ukweli Console</span>
        </div>
        <div className="login-form">
          <h1>Sign in</h1>
          <p className="login-lead">Use your organisation account. You come back to the page you asked for.</p>
          {why !== null && failure === null && (
            <div className={saysLeft && leftBehind === 'kept' ? 'login-note login-heed' : 'login-note'} role="status">
              <Glyph shape={wasReset ? passwordReset('account', true) : reason === 'user' ? left : 'info'} size={16} />
              <span {...(!wasReset && reason === 'user' ? claimMarks(left) : {})}>
                <b>{!wasReset && reason === 'user' ? left.word : why.lead}</b>{' '}
                {[why.text, saysLeft ? (leftBehind === 'gone' && unsentSealed ? goneButUnsent : leftWords[leftBehind]) : null]
                  .filter((part) => part !== null)
                  .join(' ')}
              </span>
            </div>
          )}
          {failure !== null && (
            <div className="login-note login-failed" role="alert">
              <Glyph shape="bad" size={16} />
              <span>
                <b>Authentication failed</b>
                <br />
                {failure === '' ? 'Login failed' : failure}
              </span>
            </div>
          )}
          <Button className="login-go" kind="primary" size="xl" full icon={LogIn} busy={busy} busyText="Signing in..." onClick={onSignIn}>
            Sign in with SSO
          </Button>
          {slow && (
            <div className="login-note login-heed login-slow" role="status">
              <Glyph shape="hourglass" size={16} />
              <span>
                <b>No answer for 8 seconds.</b> The link may be slow or gone. Signing in goes on until an answer comes or you cancel it.
              </span>
              <Button kind="ghost" onClick={onCancel}>
                Cancel
              </Button>
            </div>
          )}
          {onUnlock !== undefined && (
            <Button className="login-unlock" kind="ghost" size="xl" full icon={LockKeyhole} onClick={onUnlock}>
              Unlock this device instead
            </Button>
          )}
          {leaving && (
            <div className="login-note" role="status">
              <Glyph shape="pending" size={16} />
              <span>
                <b>The platform has not heard of the sign-out yet.</b> It is told as soon as the link is back.{' '}
                {cookieUntil === null ? (
                  'Until then this browser’s cookie still opens the session there.'
                ) : (
                  <>
                    Until <Time at={new Date(cookieUntil).toISOString()} as="when" beside="server" /> at the latest this browser’s cookie
                    still opens the session there: nothing on this device can make it last longer.
                  </>
                )}
              </span>
            </div>
          )}
          {lost !== null && (
            <div className="login-note login-heed" role="status">
              <Glyph shape="warn" size={16} />
              <span>
                <b>What this device held was removed,</b> by the browser or by hand. {lost}
              </span>
            </div>
          )}
          {lost === null && unsentHeld !== null && unsentHeld > 0 && (
            <div className="login-note login-heed" role="status">
              <Glyph shape="pending" size={16} />
              <span>
                <b>
                  {plural(unsentHeld, 'action')} on this device {unsentHeld === 1 ? 'is' : 'are'} not sent yet.
                </b>{' '}
                {unsentHeld === 1 ? 'It is sent when the person who decided it' : 'They are sent when the person who decided them'} signs in
                again
                {unsentSealed
                  ? ', within 72 hours. Until then nobody can read what was decided.'
                  : `. If somebody else signs in, ${unsentHeld === 1 ? 'it is' : 'they are'} removed.`}
              </span>
            </div>
          )}
          <div className={offline ? 'login-note login-heed' : 'login-note'}>
            <WifiOff size={16} strokeWidth={1.75} aria-hidden />
            <span>
              <b>{offline ? 'The platform cannot be reached.' : 'No network here?'}</b> Signing in needs it. If you are signed in already,
              the console opens with what this device holds.
            </span>
          </div>
          {supportUrl !== null && (
            <p className="login-help">
              Trouble signing in? <HelpLink href={supportUrl}>Contact support</HelpLink>
            </p>
          )}
        </div>
        <footer className="login-foot">
          <span>{tenant === null ? 'Ukweli' : `${tenant.name} · ${tenant.place}, ${tenant.region}`}</span>
          <Link href="/terms">Terms</Link>
          <Link href="/privacy">Privacy</Link>
        </footer>
      </main>
      <aside className="login-art" aria-label="About Ukweli">
        <ChainPattern />
        <div className="login-veil" />
        <div className="login-quote">
          <p>
            Every figure carries its age
            <br />
            and its proof.
          </p>
          <span>
            Verified energy savings, results-based payments and Digital Green Notes, checked record by record before a shilling moves.
          </span>
        </div>
      </aside>
    </div>
  );
}

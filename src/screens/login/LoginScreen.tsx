import { screenHref } from '../../domain/screens/link.ts';
import { LockKeyhole, LogIn, WifiOff } from 'lucide-react';
import { Link } from '../../bridge/address/Link.tsx';
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

/** State of the previous user's data on this device; data is called gone only if it is (D-51). */
const leftLabels: Readonly<Record<LeftBehind, string>> = {
  gone: 'Your data was removed from this device.',
  removing: 'Your data is being removed from this device.',
  cleared:
    'Your data on this device was cleared. Its empty database stays until another tab of the console, which does not respond, is closed.',
  kept: 'Not all of your data is removed from this device yet: another tab of the console is using it and does not respond. Nobody can open it. Close that tab to remove it.',
  notKnown: 'It is not known yet whether your data is still on this device.',
};

/** The rows are gone; unsent commands remain here encrypted (G-3) and are mentioned separately. */
const goneButUnsent = 'Your data was removed from this device, except what was not sent.';

/** Why the person was brought to sign-in; null if they just opened the console. */
const reasonLabels: Readonly<Record<Reason, { readonly lead: string; readonly text: string | null } | null>> = {
  none: null,
  user: { lead: '', text: null },
  timeout: { lead: 'Your session timed out.', text: 'No activity for 30 minutes. Sign in to continue.' },
  expired: { lead: 'Your session has expired.', text: 'Sign in to continue.' },
  locked: { lead: 'This device is locked.', text: 'Unlock it or sign in to continue.' },
  revoked: { lead: 'Your session was ended.', text: 'You or an administrator ended it, or your access has changed.' },
};

export interface LoginScreenProps {
  readonly busy: boolean;
  /** No answer for 8 s after the button was pressed. */
  readonly slow?: boolean;
  /** The error in words; null without one. */
  readonly failure: string | null;
  readonly reason: Reason;
  readonly leftBehind: LeftBehind;
  /** Number of unsent commands of the previous user; null if unknown. */
  readonly unsentHeld?: number | null;
  /** True if these are encrypted for their owner, under an app lock that was given up. */
  readonly unsentEncrypted?: boolean;
  /** The device's data was lost (F-17): what is known of it, in words; null if it is still there. */
  readonly lost?: string | null;
  /** A new password has just been set. */
  readonly wasReset?: boolean;
  /** The person followed an invitation link. */
  readonly invited?: boolean;
  /** The platform has not been told of the last sign-out yet. */
  /** A page other than the overview was asked for, to which signing in leads. */
  readonly returns?: boolean;
  readonly leaving: boolean;
  /** Until when the cookie may still open the session at the platform; null if unknown. */
  readonly cookieUntil?: number | null;
  /** The platform did not answer. */
  readonly offline: boolean;
  readonly tenant: Tenant | null;
  readonly supportUrl: string | null;
  readonly onSignIn: () => void;
  readonly onCancel?: () => void;
  /** Back to this device's app lock, if it has one that is locked. */
  readonly onUnlock?: (() => void) | undefined;
}

/** The sign-in page (I-2): one button, the last error, and what works offline. */
export function LoginScreen({
  busy,
  slow = false,
  failure,
  reason,
  leftBehind,
  unsentHeld = null,
  unsentEncrypted = false,
  lost = null,
  wasReset = false,
  invited = false,
  returns = false,
  leaving,
  cookieUntil = null,
  offline,
  tenant,
  supportUrl,
  onSignIn,
  onCancel,
  onUnlock,
}: LoginScreenProps) {
  return (
    <div className="login">
      <main className="login-side" id="main">
        <div className="login-brand">
          <Logo size={30} />
          <span>Ukweli Console</span>
        </div>
        <div className="login-form">
          <h1>Sign in</h1>
          <p className="login-lead">Use your organisation account.{returns && ' You return to the page you asked for.'}</p>
          {failure === null && <Why {...{ reason, leftBehind, unsentEncrypted, wasReset, invited, leaving }} />}
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
                <b>No answer for 8 seconds.</b> The connection may be slow or down. Signing in continues until there is an answer or you
                cancel.
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
          {leaving && <UntoldSignOut cookieUntil={cookieUntil} />}
          {lost !== null && (
            <div className="login-note login-heed" role="status">
              <Glyph shape="warn" size={16} />
              <span>
                <b>The data on this device was removed,</b> by the browser or by hand. {lost}
              </span>
            </div>
          )}
          {lost === null && unsentHeld !== null && unsentHeld > 0 && <UnsentActions count={unsentHeld} isEncrypted={unsentEncrypted} />}
          <div className={offline ? 'login-note login-heed' : 'login-note'}>
            <WifiOff size={16} strokeWidth={1.75} aria-hidden />
            <span>
              <b>{offline ? 'The platform cannot be reached.' : 'No network here?'}</b> Signing in needs it. If you are already signed in,
              the console opens with the data on this device.
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
          <Link href={screenHref('terms')}>Terms</Link>
          <Link href={screenHref('privacy')}>Privacy</Link>
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

type WhyProps = Required<Pick<LoginScreenProps, 'reason' | 'leftBehind' | 'unsentEncrypted' | 'wasReset' | 'invited' | 'leaving'>>;

/** Why the person is here, and what became of the data on this device. */
function Why({ reason, leftBehind, unsentEncrypted, wasReset, invited, leaving }: WhyProps) {
  const why = wasReset
    ? { lead: 'Your password was changed.', text: 'Sign in with the new one.' }
    : invited
      ? { lead: 'You are invited.', text: 'Sign in with your organisation’s account to link it.' }
      : reasonLabels[reason];
  const left = signedOut('account', !leaving);
  // Rows are removed on sign-out and when access was ended; after a timeout they stay for their owner. An unknown state is mentioned only
  // after a voluntary sign-out.
  const saysLeft = !wasReset && (reason === 'user' || (reason === 'revoked' && leftBehind !== 'notKnown'));
  if (why === null) return null;
  return (
    <div className={saysLeft && leftBehind === 'kept' ? 'login-note login-heed' : 'login-note'} role="status">
      <Glyph shape={wasReset ? passwordReset('account', true) : reason === 'user' ? left : 'info'} size={16} />
      <span {...(!wasReset && reason === 'user' ? claimMarks(left) : {})}>
        <b>{!wasReset && reason === 'user' ? left.word : why.lead}</b>{' '}
        {[why.text, saysLeft ? (leftBehind === 'gone' && unsentEncrypted ? goneButUnsent : leftLabels[leftBehind]) : null]
          .filter((part) => part !== null)
          .join(' ')}
      </span>
    </div>
  );
}

function UntoldSignOut({ cookieUntil }: { readonly cookieUntil: number | null }) {
  return (
    <div className="login-note" role="status">
      <Glyph shape="pending" size={16} />
      <span>
        <b>The platform has not received your sign-out yet.</b> It will be sent when the connection is back.{' '}
        {cookieUntil === null ? (
          'Until then this browser’s cookie can still open the session.'
        ) : (
          <>
            Until <Time at={new Date(cookieUntil).toISOString()} as="when" beside="server" /> at the latest, this browser’s cookie can still
            open the session; nothing on this device can extend it.
          </>
        )}
      </span>
    </div>
  );
}

/** Commands of the previous user that are still on this device. */
function UnsentActions({ count, isEncrypted }: { readonly count: number; readonly isEncrypted: boolean }) {
  return (
    <div className="login-note login-heed" role="status">
      <Glyph shape="pending" size={16} />
      <span>
        <b>
          {plural(count, 'action')} on this device {count === 1 ? 'is' : 'are'} not sent yet.
        </b>{' '}
        {count === 1 ? 'It is sent when the person who decided it' : 'They are sent when the person who decided them'} signs in again
        {isEncrypted
          ? ', within 72 hours. Until then nobody can read what was decided.'
          : `. If somebody else signs in, ${count === 1 ? 'it is' : 'they are'} removed.`}
      </span>
    </div>
  );
}

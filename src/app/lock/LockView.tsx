import { Fingerprint, KeyRound, LockKeyhole, LogIn } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { LockStatus } from '../../contracts/lock.ts';
import { pinLength } from '../../domain/lock/pin.ts';
import { plural } from '../../domain/format.ts';
import { triesAtMost } from '../../domain/lock/tries.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Glyph } from '../../ui/glyphs/Glyph.tsx';
import { Logo } from '../../ui/glyphs/Logo.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { Time } from '../../ui/time/Time.tsx';

interface LockViewProps {
  readonly lock: Extract<LockStatus, { readonly state: 'locked' }>;
  /** Server clock, epoch milliseconds. */
  readonly now: number;
  readonly busy: boolean;
  /** The result of the last try; null before one and after a right one. */
  readonly failure: string | null;
  /** Text about lost data if what the lock protected was deleted from this device (F-17); null if it is still stored. */
  readonly lost: string | null;
  /** Number of unsent commands behind it; null if unknown. */
  readonly unsent: number | null;
  /** The platform has confirmed the person; the rows are still behind the lock. */
  readonly isSignedIn: boolean;
  readonly onPin: (pin: string) => void;
  readonly onPasskey: () => void;
  readonly onSignIn: () => void;
  readonly onErase: () => void;
}

/** What happens to unsent commands if the lock is given up. */
function eraseLabels(unsent: number | null, keepsUnsent: boolean): string {
  if (unsent === 0) return 'Nothing is waiting to be sent. All data is fetched again when you sign in.';
  const many = unsent === null ? 'Anything waiting to be sent' : plural(unsent, 'unsent action');
  if (!keepsUnsent)
    return `${many} ${unsent === null || unsent === 1 ? 'is' : 'are'} lost${unsent === null ? '; it is not known whether there is anything' : ''}.`;
  return `${many} ${unsent === null || unsent === 1 ? 'stays' : 'stay'} encrypted on this device for 72 hours, and ${unsent === null || unsent === 1 ? 'is' : 'are'} sent after you sign in here.`;
}

/** Unlocking, and signing in as the other way (D-31). Does not reveal whose device it is (G-4). */
export function LockView({ lock, now, busy, failure, lost, unsent, isSignedIn, onPin, onPasskey, onSignIn, onErase }: LockViewProps) {
  const [pin, setPin] = useState('');
  const field = useRef<HTMLInputElement>(null);
  // The only input here; what had the focus before is covered.
  useEffect(() => field.current?.focus(), []);
  const wait = Math.ceil((lock.notBefore - now) / 1000);
  const waiting = wait > 0 ? `Next attempt in ${Math.floor(wait / 60)}:${String(wait % 60).padStart(2, '0')}` : null;
  const what = lock.digits === false ? 'password' : 'PIN';
  // A slip of the finger must not count as a wrong try.
  const tooShort = pin.length < pinLength.leastBefore ? `The ${what} is longer than that` : null;
  const submit = (): void => {
    if (busy || waiting !== null || tooShort !== null) return;
    onPin(pin);
    setPin('');
  };
  return (
    <div className="lock">
      <header className="lock-brand">
        <Logo size={26} />
        <span>Ukweli Console</span>
      </header>
      <main className="lock-card" id="main">
        <span className="lock-face" aria-hidden>
          <LockKeyhole size={26} strokeWidth={1.75} />
        </span>
        <h1>Locked</h1>
        <p className="lock-lead">
          {lost !== null
            ? 'This device was locked.'
            : isSignedIn
              ? 'You are signed in. Unlock to open the data on this device.'
              : 'This device is locked. Unlock to open its data.'}
        </p>
        <LossNotices lost={lost} countLost={lock.countLost === true} />
        {lock.kind === 'pin' ? (
          <form
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              submit();
            }}
          >
            <TextField
              label={lock.digits === false ? 'Lock password' : 'PIN'}
              type="password"
              inputMode={lock.digits === false ? 'text' : 'numeric'}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              ref={field}
              value={pin}
              onChange={setPin}
              {...(failure !== null && { error: failure })}
            />
            <Button
              kind="primary"
              size="xl"
              full
              icon={KeyRound}
              type="submit"
              busy={busy}
              busyText="Unlocking..."
              {...((waiting ?? tooShort) !== null && { disabledReason: waiting ?? tooShort ?? '' })}
            >
              Unlock
            </Button>
          </form>
        ) : (
          <>
            {failure !== null && (
              <p className="lock-failure" role="alert">
                <Glyph shape="bad" size={15} />
                <span>{failure}</span>
              </p>
            )}
            <Button
              kind="primary"
              size="xl"
              full
              icon={Fingerprint}
              busy={busy}
              busyText="Unlocking..."
              onClick={onPasskey}
              {...(waiting !== null && { disabledReason: waiting })}
            >
              Unlock with passkey
            </Button>
          </>
        )}
        {waiting !== null && (
          <p className="lock-wait" role="timer">
            {waiting}
          </p>
        )}
        {lock.wrong > 0 && lock.countLost !== true && failure === null && (
          <p className="lock-quiet">
            {lock.wrong} of {triesAtMost} wrong attempts. After the last one, the data on this device is removed.
          </p>
        )}
        {lost === null && unsent !== null && unsent > 0 && (
          <p className="lock-quiet">
            {unsent} unsent {unsent === 1 ? 'action waits' : 'actions wait'} behind this lock.
          </p>
        )}
        <hr />
        <OtherWays {...{ lock, what, busy, unsent, isSignedIn, onSignIn, onErase }} />
      </main>
      <p className="lock-foot">
        <Validity heldUntil={lock.heldUntil} now={now} />
      </p>
    </div>
  );
}

/** What this device no longer knows, and what follows from it. */
function LossNotices({ lost, countLost }: { readonly lost: string | null; readonly countLost: boolean }) {
  return (
    <>
      {lost !== null && (
        <p className="lock-lost" role="status">
          <Glyph shape="warn" size={15} />
          <span>
            <b>The data on this device was removed,</b> by the browser or by hand. {lost} All other data is fetched again once the platform
            can be reached.
          </span>
        </p>
      )}
      {countLost && (
        <p className="lock-lost" role="status">
          <Glyph shape="warn" size={15} />
          <span>
            <b>The number of wrong attempts is not known:</b> the count on this device was changed or removed. One attempt is left before
            its data is removed.
          </span>
        </p>
      )}
    </>
  );
}

interface OtherWaysProps extends Pick<LockViewProps, 'lock' | 'busy' | 'unsent' | 'isSignedIn' | 'onSignIn' | 'onErase'> {
  /** What the lock opens with, in words. */
  readonly what: string;
}

/** Signing in instead, and giving the lock up, which is asked about first. */
function OtherWays({ lock, what, busy, unsent, isSignedIn, onSignIn, onErase }: OtherWaysProps) {
  const [leaving, setLeaving] = useState(false);
  return leaving ? (
    <div className="lock-leave">
      <p>
        <b>The data on this device and the lock are erased, and the session ends.</b> {eraseLabels(unsent, lock.keepsUnsent)}
      </p>
      <div className="lock-acts">
        <Button onClick={() => setLeaving(false)}>Cancel</Button>
        <Button kind="danger" busy={busy} busyText="Erasing..." onClick={onErase}>
          Erase and sign in again
        </Button>
      </div>
    </div>
  ) : (
    <>
      {!isSignedIn && (
        <Button kind="ghost" full icon={LogIn} onClick={onSignIn}>
          Sign in instead
        </Button>
      )}
      <Button kind="ghost" full onClick={() => setLeaving(true)}>
        {lock.kind === 'pin' ? `Forgot ${what}?` : 'Lost the passkey?'}
      </Button>
    </>
  );
}

/** Until when the lock opens without the network. */
function Validity({ heldUntil, now }: { readonly heldUntil: number | null; readonly now: number }) {
  if (heldUntil === null) return 'Unlocking needs no network.';
  if (heldUntil < now) return 'The platform has not confirmed you for 72 hours. Sign in.';
  return (
    <>
      Opens without the network until <Time at={new Date(heldUntil).toISOString()} as="when" beside="server" />
    </>
  );
}

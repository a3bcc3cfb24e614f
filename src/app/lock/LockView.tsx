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
  /** Server's clock, epoch milliseconds. */
  readonly now: number;
  readonly busy: boolean;
  /** What the last try came to, in words; null before one and after a right one. */
  readonly failure: string | null;
  /** What the lock was over was taken away from this device (F-17), and what is known of it in words; null where it still stands. */
  readonly lost: string | null;
  /** How many decisions wait behind it to be sent; null where that is not known. */
  readonly unsent: number | null;
  /** The platform has confirmed the person; the rows are still behind the lock. */
  readonly isSignedIn: boolean;
  readonly onPin: (pin: string) => void;
  readonly onPasskey: () => void;
  readonly onSignIn: () => void;
  readonly onErase: () => void;
}

/** What becomes of decisions that were not sent where the lock is given up. */
function eraseWords(unsent: number | null, keepsUnsent: boolean): string {
  if (unsent === 0) return 'Nothing waits to be sent. All is fetched again when you sign in.';
  const many = unsent === null ? 'Whatever waits to be sent' : plural(unsent, 'unsent action');
  if (!keepsUnsent)
    return `${many} ${unsent === null || unsent === 1 ? 'is' : 'are'} lost${unsent === null ? '; whether anything does is not known' : ''}.`;
  return `${many} ${unsent === null || unsent === 1 ? 'stays' : 'stay'} sealed on this device for 72 hours, and ${unsent === null || unsent === 1 ? 'goes' : 'go'} out after you have signed in here.`;
}

/** How this device is opened, and the other way in (D-31). Whose it is nobody learns before that (G-4). */
export function LockView({ lock, now, busy, failure, lost, unsent, isSignedIn, onPin, onPasskey, onSignIn, onErase }: LockViewProps) {
  const [pin, setPin] = useState('');
  const [leaving, setLeaving] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // The one thing to do here; what had the focus before is covered.
  useEffect(() => field.current?.focus(), []);
  const wait = Math.ceil((lock.notBefore - now) / 1000);
  const waiting = wait > 0 ? `Next try in ${Math.floor(wait / 60)}:${String(wait % 60).padStart(2, '0')}` : null;
  const what = lock.digits === false ? 'password' : 'PIN';
  // A finger that slipped is no wrong try.
  const tooShort = pin.length < pinLength.leastBefore ? `The ${what} is longer than that` : null;
  const isLate = lock.heldUntil !== null && lock.heldUntil < now;
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
              ? 'You are signed in. Unlock to open what this device holds.'
              : 'This device is locked. Unlock to open what it holds.'}
        </p>
        {lost !== null && (
          <p className="lock-lost" role="status">
            <Glyph shape="warn" size={15} />
            <span>
              <b>What this device held was removed,</b> by the browser or by hand. {lost} All else is fetched again once the platform can be
              reached.
            </span>
          </p>
        )}
        {lock.countLost === true && (
          <p className="lock-lost" role="status">
            <Glyph shape="warn" size={15} />
            <span>
              <b>How many wrong tries there were is not known:</b> their count on this device was changed or removed. One try is left before
              what it holds is removed.
            </span>
          </p>
        )}
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
            {lock.wrong} of {triesAtMost} wrong tries. After the last what this device holds is removed.
          </p>
        )}
        {lost === null && unsent !== null && unsent > 0 && (
          <p className="lock-quiet">
            {unsent} unsent {unsent === 1 ? 'action waits' : 'actions wait'} behind this lock.
          </p>
        )}
        <hr />
        {leaving ? (
          <div className="lock-leave">
            <p>
              <b>What this device holds is erased, the lock with it, and the session ends.</b> {eraseWords(unsent, lock.keepsUnsent)}
            </p>
            <div className="lock-acts">
              <Button onClick={() => setLeaving(false)}>Keep</Button>
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
              {lock.kind === 'pin' ? `Forgotten the ${what}` : 'The passkey is gone'}
            </Button>
          </>
        )}
      </main>
      <p className="lock-foot">
        {lock.heldUntil === null ? (
          'Unlocking needs no network.'
        ) : isLate ? (
          'The platform has not confirmed you for 72 hours. Sign in.'
        ) : (
          <>
            Opens without the network until <Time at={new Date(lock.heldUntil).toISOString()} as="when" beside="server" />
          </>
        )}
      </p>
    </div>
  );
}

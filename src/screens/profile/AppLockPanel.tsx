import { Fingerprint, KeyRound, LockKeyhole, LockKeyholeOpen } from 'lucide-react';
import { useState } from 'react';
import { useHubStatus } from '../../bridge/hub/useHubStatus.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Glyph } from '../../ui/glyphs/Glyph.tsx';
import { Panel } from '../../ui/panel/Panel.tsx';
import { lockOn } from '../../domain/claims/deeds.ts';
import { ClaimBadge } from '../../ui/status/ClaimBadge.tsx';
import { LockDialogs } from './LockDialogs.tsx';
import { type LockFace, lockFaceOf, pinChange } from './lockModel.ts';
import { useUnreachable } from './queries.ts';

const icons = { open: LockKeyholeOpen, passkey: Fingerprint, pin: KeyRound } as const satisfies Record<LockFace['icon'], unknown>;

/** The app lock of this device (D-31): what it does, how to unlock it, and the situation without one. */
export function AppLockPanel() {
  const { lock, session } = useHubStatus();
  const unreachable = useUnreachable();
  const [open, setOpen] = useState<'setUp' | 'change' | 'takeOff' | null>(null);
  const face = lockFaceOf(lock);
  const Icon = icons[face.icon];
  const close = (): void => setOpen(null);
  return (
    <Panel
      title="App Lock"
      note="This device"
      aside={<ClaimBadge claim={lockOn('this device', lock)} />}
      footer={
        <div className="profile-acts">
          {lock.state === 'none' && (
            <Button icon={LockKeyhole} onClick={() => setOpen('setUp')} {...(unreachable !== null && { disabledReason: unreachable })}>
              Set Up App Lock
            </Button>
          )}
          {lock.state === 'open' && lock.kind === 'pin' && (
            <Button kind={face.ask === undefined ? 'secondary' : 'primary'} onClick={() => setOpen('change')}>
              {pinChange(lock.digits)}
            </Button>
          )}
          {lock.state === 'open' && (
            <Button
              kind="dangerText"
              onClick={() => setOpen('takeOff')}
              {...(lock.rows !== 'sealed' && { disabledReason: 'Data is being encrypted or decrypted' })}
            >
              Remove App Lock
            </Button>
          )}
        </div>
      }
    >
      <div className="profile-lock">
        <span className="profile-lock-icon" aria-hidden>
          <Icon size={20} strokeWidth={1.75} />
        </span>
        <div>
          <b>{face.title}</b>
          {face.ask !== undefined && (
            <p className="profile-lock-ask">
              <Glyph shape="warn" size={15} />
              <span>{face.ask}</span>
            </p>
          )}
          <p className="uk-fg2">{face.text}</p>
        </div>
      </div>
      {open !== null && session.phase === 'signedIn' && <LockDialogs open={open} lock={lock} user={session.user} onClose={close} />}
    </Panel>
  );
}

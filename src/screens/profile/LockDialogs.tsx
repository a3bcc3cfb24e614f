import type { LockStatus } from '../../contracts/lock.ts';
import { ChangePinDialog } from './ChangePinDialog.tsx';
import { SetUpLockDialog } from './SetUpLockDialog.tsx';
import { TakeOffLockDialog } from './TakeOffLockDialog.tsx';

interface LockDialogsProps {
  readonly open: 'setUp' | 'change' | 'takeOff';
  readonly lock: LockStatus;
  readonly user: { readonly id: string; readonly name: string; readonly email: string };
  readonly onClose: () => void;
}

/** Dialogs of the lock panel. Bundled with the lazily loaded screen, because the service worker's list has no room for another file. */
export function LockDialogs({ open, lock, user, onClose }: LockDialogsProps) {
  if (open === 'setUp') return <SetUpLockDialog user={user} onClose={onClose} />;
  if (lock.state !== 'open') return null;
  if (open === 'change') return <ChangePinDialog user={user} digits={lock.digits} onClose={onClose} />;
  return <TakeOffLockDialog kind={lock.kind} digits={lock.digits} passkey={lock.passkey} onClose={onClose} />;
}

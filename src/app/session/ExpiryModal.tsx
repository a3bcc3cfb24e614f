import { hub } from '../../bridge/hub.ts';
import { useSessionStatus } from '../../bridge/useHubStatus.ts';
import { signOut } from '../auth/leave.ts';
import { ExpiryDialog } from './ExpiryDialog.tsx';

/** The dialog while the hub warns: in every tab, and gone from all of them when any extends. A failed extension signs out,
 * which the hub does by itself. */
export function ExpiryModal() {
  const session = useSessionStatus();
  const endsAt = session.phase === 'signedIn' ? session.warningEndsAt : null;
  return endsAt === null ? null : <ExpiryDialog endsAt={endsAt} onExtend={() => hub.extendSession()} onLogOut={() => signOut()} />;
}

import { useEffect } from 'react';
import { hub } from '../../bridge/hub.ts';
import { useSessionStatus } from '../../bridge/useHubStatus.ts';
import { lazyPart } from '../../ui/feedback/lazyPart.tsx';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { signOut } from '../auth/leave.ts';

const { Part: ExpiryPart, preload } = lazyPart(() => import('./ExpiryDialog.tsx').then(({ ExpiryDialog: component }) => component));

/** The warning comes 25 minutes after the last act (C-53): its code waits here by then, whatever becomes of the link. Milliseconds. */
const preloadAfterMs = 10_000;

/** The dialog while the hub warns: in every tab, and gone from all of them when any extends. A failed extension signs out,
 * which the hub does by itself. */
export function ExpiryModal() {
  const session = useSessionStatus();
  const endsAt = session.phase === 'signedIn' ? session.warningEndsAt : null;
  useEffect(() => {
    const timer = setTimeout(preload, preloadAfterMs);
    return () => clearTimeout(timer);
  }, []);
  if (endsAt === null) return null;
  return <ExpiryPart endsAt={endsAt} onExtend={() => hub.extendSession()} onLogOut={() => signOut()} onMissing={warnInWords} />;
}

/** Where not even the dialog's code can be had, the warning is a message, and any act extends as always (C-53). */
function warnInWords(): void {
  toast({ tone: 'warn', title: 'Session Expiring Soon', text: 'Reload to go on working.', durationMs: 60_000 });
}

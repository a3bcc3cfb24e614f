import { useEffect } from 'react';
import { hub } from '../../bridge/hub/hub.ts';
import { useSessionStatus } from '../../bridge/hub/useHubStatus.ts';
import { lazyPart } from '../../ui/feedback/lazyPart.tsx';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { signOut } from '../auth/leave.ts';

const { Part: ExpiryPart, preload } = lazyPart(() => import('./ExpiryDialog.tsx').then(({ ExpiryDialog: component }) => component));

/**
 * The warning comes 25 minutes after the last activity (C-53): its code is loaded long before, so that it works offline too.
 * Milliseconds.
 */
const preloadAfterMs = 10_000;

/**
 * Shows the dialog in every tab while the hub warns; it closes in all of them when one extends. After a failed extension the hub signs
 * out.
 */
export function ExpiryModal() {
  const session = useSessionStatus();
  const endsAt = session.phase === 'signedIn' ? session.warningEndsAt : null;
  useEffect(() => {
    const timer = setTimeout(preload, preloadAfterMs);
    return () => clearTimeout(timer);
  }, []);
  if (endsAt === null) return null;
  return <ExpiryPart endsAt={endsAt} onExtend={() => hub.extendSession()} onLogOut={() => signOut()} onMissing={warnInLabels} />;
}

/** If even the dialog's code is missing, the warning is a toast, and any activity extends as always (C-53). */
function warnInLabels(): void {
  toast({ tone: 'warn', title: 'Session Expiring Soon', text: 'Reload to continue working.', durationMs: 60_000 });
}

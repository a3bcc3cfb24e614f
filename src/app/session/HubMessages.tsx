import { useLocation } from 'wouter';
import { activeRole } from '../../bridge/activeRole.ts';
import { useHubNotices, useLeave } from '../../bridge/useHubStatus.ts';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { markLeft } from '../auth/leftMark.ts';
import { UnsentQuestion } from '../outbox/UnsentQuestion.tsx';
import { ExpiryModal } from './ExpiryModal.tsx';

const tones = { info: 'info', warning: 'warn', error: 'bad' } as const;

/** What the hub has to say to the person: notices as toasts, the end of the session, and leaving. */
export function HubMessages() {
  const [path, navigate] = useLocation();
  useHubNotices(({ level, title, text }) => toast({ tone: tones[level], title, text }));
  // The routes cover every view by themselves, since the session's phase changes with it; the provider must ask anew (D-31).
  useLeave(({ reason }) => {
    if (reason !== 'tenant') {
      markLeft(reason);
      // Whoever comes next begins as themselves.
      return activeRole.choose(null);
    }
    // What was chosen on the page was of the tenant that is left: its ids mean nothing in the next one.
    navigate(path, { replace: true });
  });
  return (
    <>
      <ExpiryModal />
      <UnsentQuestion />
    </>
  );
}

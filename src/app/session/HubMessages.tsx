import { useLocation } from 'wouter';
import { activeRole } from '../../bridge/activeRole.ts';
import { useHubNotices, useLeave } from '../../bridge/useHubStatus.ts';
import { clearToasts, toast } from '../../ui/feedback/Toaster.tsx';
import { markLeft } from '../auth/leftMark.ts';
import { UnsentGone } from '../outbox/UnsentGone.tsx';
import { UnsentQuestion } from '../outbox/UnsentQuestion.tsx';
import { ExpiryModal } from './ExpiryModal.tsx';

const tones = { info: 'info', warning: 'warn', error: 'bad' } as const;

/** What the hub has to say to the person: notices as toasts, the end of the session, and leaving. */
export function HubMessages() {
  const [path, navigate] = useLocation();
  useHubNotices(({ level, title, text }) => toast({ tone: tones[level], title, text }));
  // The routes cover every view by themselves, since the session's phase changes with it; the provider must ask anew (D-31).
  useLeave(({ reason }) => {
    // What was told is nobody's behind a lock, at the door, in another tenant or with other rights.
    clearToasts();
    // Whoever comes next begins as themselves, and so does whose role was changed.
    if (reason !== 'tenant') activeRole.choose(null);
    // A lock covers people where they are; another role leaves them there, and the guard says whether they still may be.
    if (reason === 'role' || reason === 'locked') return;
    if (reason !== 'tenant') return markLeft(reason);
    // What was chosen on the page was of the tenant that is left: its ids mean nothing in the next one.
    navigate(path, { replace: true });
  });
  return (
    <>
      <ExpiryModal />
      <UnsentQuestion />
      <UnsentGone />
    </>
  );
}

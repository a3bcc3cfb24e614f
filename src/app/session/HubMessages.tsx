import { useHubNotices, useLeave } from '../../bridge/useHubStatus.ts';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { markLeft } from '../auth/leftMark.ts';
import { UnsentQuestion } from '../outbox/UnsentQuestion.tsx';
import { ExpiryModal } from './ExpiryModal.tsx';

const tones = { info: 'info', warning: 'warn', error: 'bad' } as const;

/** What the hub has to say to the person: notices as toasts, the end of the session, and leaving. */
export function HubMessages() {
  useHubNotices(({ level, title, text }) => toast({ tone: tones[level], title, text }));
  // The routes cover every view by themselves, since the session's phase changes with it; the provider must ask anew (D-31).
  useLeave(({ reason }) => markLeft(reason));
  return (
    <>
      <ExpiryModal />
      <UnsentQuestion />
    </>
  );
}

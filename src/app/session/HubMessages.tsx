import { activeRole } from '../../bridge/acts/activeRole.ts';
import { navigate } from '../../bridge/address/navigation.ts';
import { at } from '../../domain/screens/link.ts';
import { useHubNotices, useLeave } from '../../bridge/hub/useHubStatus.ts';
import { clearAnnounced } from '../../ui/feedback/LiveRegion.tsx';
import { clearToasts, toast } from '../../ui/feedback/Toaster.tsx';
import { markLeft } from '../auth/leftMark.ts';
import { UnsentGone } from '../outbox/UnsentGone.tsx';
import { UnsentQuestion } from '../outbox/UnsentQuestion.tsx';
import { ExpiryModal } from './ExpiryModal.tsx';

const tones = { info: 'info', warning: 'warn', error: 'bad' } as const;

/** The hub's messages for the user: notices as toasts, the end of the session, and leaving. */
export function HubMessages() {
  useHubNotices(({ level, title, text }) => toast({ tone: tones[level], title, text }));
  // The routes already cover every view, because the session's phase changes too; the identity provider must authenticate again (D-31).
  useLeave(({ reason }) => {
    // Nothing said earlier must be there behind a lock, on the sign-in page, in another tenant or with other rights.
    clearToasts();
    clearAnnounced();
    // The next user starts in their own role, and so does a user whose role was changed.
    if (reason !== 'tenant') activeRole.choose(null);
    // A lock covers the page in place; after a change of role the page stays, and the guard decides whether it may.
    if (reason === 'role' || reason === 'locked') return;
    if (reason !== 'tenant') return markLeft(reason);
    // Selections on the page belong to the former tenant: their ids mean nothing in the next one.
    navigate(at(location.pathname, ''), { replace: true });
  });
  return (
    <>
      <ExpiryModal />
      <UnsentQuestion />
      <UnsentGone />
    </>
  );
}

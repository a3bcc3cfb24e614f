import { hub } from '../../bridge/hub/hub.ts';
import { toast } from '../../ui/feedback/Toaster.tsx';

/** Closes this device's lock at once, in every tab (D-55). A failure is shown. */
export async function lockNow(): Promise<void> {
  const closed = await hub.lock({ act: 'close' });
  if (!closed.ok) toast({ tone: 'bad', title: 'The device was not locked', text: closed.problem.message });
}

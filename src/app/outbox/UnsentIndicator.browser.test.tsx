// Long: the page asks the disk again for as long as it does in use.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { hub } from '../../bridge/hub/hub.ts';
import { hubStatus, unknownStatus } from '../../bridge/hub/pageState.ts';
import { followSession, stopReading } from '../../bridge/reads/readStore.ts';
import type { SessionStatus } from '../../contracts/rpc.ts';
import { ConsoleDb } from '../../store/schema.ts';
import { wipe } from '../../store/write.ts';
import { UiProvider } from '../../ui/theme/UiProvider.tsx';
import { UnsentIndicator } from './UnsentIndicator.tsx';

const tenantId = 'demo';
const userId = 'u-indicator';
const session: SessionStatus = {
  phase: 'signedIn',
  user: { id: userId, email: 'a@ukweli.example', name: 'A', role: 'admin', tenantId },
  tenant: { tenantId, name: 'Demo', place: 'Nairobi', region: 'af-south-1', currency: 'KES', timeZone: 'Africa/Nairobi' },
  confirmed: true,
  expiresAt: 0,
  warningEndsAt: null,
};

beforeEach(() => {
  // A disk that cannot be read.
  vi.spyOn(ConsoleDb.prototype, 'open').mockRejectedValue(new Error('the disk does not answer'));
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new DOMException('Internal error.', 'UnknownError');
  });
  hubStatus.set({ ...unknownStatus, session });
  followSession(session);
});
afterEach(async () => {
  vi.restoreAllMocks();
  stopReading();
  hubStatus.set(unknownStatus);
  await wipe(tenantId, userId);
});
const shown = () =>
  render(
    <UiProvider>
      <UnsentIndicator form="box" />
    </UiProvider>,
  );

it('an outbox that cannot be read is not known, never as none; behind it, that it is tried again', { tags: ['M-3', 'F-38'] }, async () => {
  vi.spyOn(hub, 'unsent').mockResolvedValue(null);
  const screen = await shown();
  const button = screen.getByRole('button', { name: 'Outbox: not known' });
  await expect.element(button).toHaveTextContent('Outbox not known');
  await button.click();
  await expect.element(screen.getByText(/unsent actions cannot be shown/)).toBeVisible();
});

it('what the hub still knows is said: how many, and nothing where it knows of none', { tags: ['M-3', 'F-38'] }, async () => {
  const asked = vi.spyOn(hub, 'unsent').mockResolvedValue(2);
  const screen = await shown();
  await expect.element(screen.getByRole('button', { name: 'Outbox: 2 unsent' })).toBeVisible();
  await screen.unmount();
  asked.mockClear();
  asked.mockResolvedValue(0);
  const none = await shown();
  await vi.waitFor(() => expect(asked).toHaveBeenCalled(), { timeout: 15_000 });
  await expect.element(none.getByRole('button')).not.toBeInTheDocument();
});

import * as Comlink from 'comlink';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { amina, brian } from '../../../tests/builders/fakePlatform.ts';
import type { HubMessage } from '../../contracts/rpc.ts';
import type { User } from '../../contracts/session.ts';
import { statusAtStart } from '../../domain/freshness/statusAtStart.ts';
import { hubLeaves, hubStatus } from './pageState.ts';
import { startBridge } from './startBridge.ts';
import { useSessionStatus } from './useHubStatus.ts';

const hubOf = vi.hoisted(() => ({ deliver: undefined as ((message: HubMessage) => unknown) | undefined }));

vi.mock(import('./spawnHub.ts'), () => ({
  holdLock: async () => undefined,
  whenLockFree: () => new Promise<never>(() => undefined),
  spawnHub: () => {
    const { port1, port2 } = new MessageChannel();
    const api = {
      attach: async (_page: unknown, deliver: (message: HubMessage) => unknown) => {
        hubOf.deliver = deliver;
        return statusAtStart(__BUILD__);
      },
      ping: async () => ({ build: __BUILD__, at: 0, lifeLock: 'life' }),
      subscribe: async () => undefined,
      activity: async () => undefined,
    };
    Comlink.expose(api, port2);
    return { endpoint: port1, close: () => port1.close() };
  },
}));

const demo = { tenantId: 'demo', name: 'Demo', place: 'Nairobi', region: 'af-south-1', currency: 'KES', timeZone: 'Africa/Nairobi' };
const kampala = { ...demo, tenantId: 'kampala', name: 'Kampala' };

/** The hub tells who is signed in. */
async function tell(user: User, tenant: typeof demo): Promise<void> {
  await vi.waitFor(() => expect(hubOf.deliver).toBeDefined());
  const session = { phase: 'signedIn', user, tenant, confirmed: true, expiresAt: 0, warningEndsAt: null } as const;
  await hubOf.deliver?.({ kind: 'status', status: { ...statusAtStart(__BUILD__), session } });
  await expect
    .poll(() => hubStatus.get().session)
    .toMatchObject({ phase: 'signedIn', user: { id: user.id }, tenant: { tenantId: tenant.tenantId } });
}

function Form() {
  const [text, setText] = useState('');
  return <input aria-label="Note" value={text} onChange={(event) => setText(event.target.value)} />;
}
/** As the guard does: nothing of a screen without a session. */
const Screen = () => (useSessionStatus().phase === 'signedIn' ? <Form /> : <p>Wait</p>);

beforeEach(() => {
  vi.spyOn(navigator.storage, 'persist').mockResolvedValue(false);
});

it.each([
  ['another person', brian, demo],
  ['another tenant', amina, kampala],
] as const)(
  'a page that missed how somebody left, because it was frozen or had no hub, leaves nothing of theirs to %s',
  { tags: ['C-53', 'C-59', 'F-35'] },
  async (_who, user, tenant) => {
    const left: string[] = [];
    const stop = hubLeaves.listen((leave) => void left.push(leave.reason));
    startBridge();
    await tell(amina, demo);
    left.length = 0;
    const screen = await render(<Screen />);
    await screen.getByRole('textbox', { name: 'Note' }).fill('Amina’s note');
    await tell({ ...amina, name: 'Amina M.' }, demo);
    await expect.element(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('Amina’s note');
    await tell(user, tenant);
    await expect.element(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('');
    expect(left).toEqual(['tenant']);
    stop();
  },
);

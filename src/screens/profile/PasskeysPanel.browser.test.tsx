import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import type { ReadPanel } from '../../bridge/reads/useReadPanel.ts';
import type { Passkey, PasskeysResponse } from '../../contracts/passkey.ts';
import { UiProvider } from '../../ui/theme/UiProvider.tsx';
import { PasskeysPanel } from './PasskeysPanel.tsx';

const now = '2026-11-22T09:00:00Z';
const passkey = (id: string, more: Partial<Passkey> = {}): Passkey => ({
  id,
  name: `Phone ${id}`,
  createdAt: now,
  lastUsed: null,
  backedUp: false,
  ...more,
});
const panelOf = (passkeys: readonly Passkey[], more: Partial<PasskeysResponse> = {}): ReadPanel<PasskeysResponse> => ({
  state: passkeys.length > 0 ? 'ready' : 'empty',
  value: { passkeys: [...passkeys], limit: 10, available: true, lastUpdated: now, ...more },
  problem: null,
  cameDamaged: [],
  freshness: { kind: 'asOf', at: Date.parse(now) },
  busy: false,
  refresh: () => undefined,
});
const show = (panel: ReadPanel<PasskeysResponse>, hasPassword = true) =>
  render(
    <UiProvider>
      <PasskeysPanel panel={panel} hasPassword={hasPassword} />
    </UiProvider>,
  );
const addButton = { name: 'Add a Passkey' };

it('says where each passkey is and when it was used, and what would be here while there is none', { tags: ['I-7'] }, async () => {
  const screen = await show(panelOf([passkey('1'), passkey('2', { backedUp: true, lastUsed: now })]));
  const [one, two] = screen.getByRole('listitem').elements();
  expect(one?.textContent).toMatch(/Phone 1On one device onlyAdded .*never used/);
  expect(two?.textContent).toMatch(/Phone 2Synced between your devicesAdded .*last used/);
  await screen.rerender(
    <UiProvider>
      <PasskeysPanel panel={panelOf([])} hasPassword />
    </UiProvider>,
  );
  await expect.element(screen.getByText('No passkeys yet')).toBeVisible();
  await expect.element(screen.getByRole('button', addButton)).toBeEnabled();
});

it('says that one came damaged, which signs in all the same', { tags: ['G-14'] }, async () => {
  const screen = await show({ ...panelOf([passkey('1')]), cameDamaged: ['pk-2'] });
  await expect.element(screen.getByText(/pk-2 arrived damaged from the platform/)).toBeVisible();
});

it('says why none can be added: as many as may be, no password to prove it by', { tags: ['I-7'] }, async () => {
  const full = await show(panelOf([passkey('1'), passkey('2')], { limit: 2 }));
  await expect.element(full.getByRole('button', addButton)).toHaveAccessibleDescription(/You have 2 passkeys/);
  await expect.element(full.getByRole('button', { name: 'Remove Phone 1' })).not.toHaveAttribute('aria-disabled');
  await full.unmount();
  const without = await show(panelOf([passkey('1')]), false);
  for (const name of ['Add a Passkey', 'Remove Phone 1'])
    await expect.element(without.getByRole('button', { name })).toHaveAccessibleDescription(/Set a password first/);
});

it('offers nothing where passkeys are not taken, and the way out of a load that failed', { tags: ['I-7'] }, async () => {
  const elsewhere = await show(panelOf([], { available: false }));
  await expect.element(elsewhere.getByText('No passkeys here')).toBeVisible();
  expect(elsewhere.getByRole('button').elements()).toHaveLength(0);
  await elsewhere.unmount();
  const failed = await show({
    ...panelOf([]),
    state: 'failed',
    value: null,
    problem: { code: 'network', message: '', retry: true },
    freshness: { kind: 'never' },
  });
  await expect.element(failed.getByText('Not on this device yet')).toBeVisible();
  expect(failed.getByRole('button', addButton).elements()).toHaveLength(0);
});

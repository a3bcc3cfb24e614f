import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import type { ReadPanel } from '../../bridge/reads/useReadPanel.ts';
import type { Factors } from '../../contracts/factors.ts';
import { UiProvider } from '../../ui/theme/UiProvider.tsx';
import { FactorsPanel } from './FactorsPanel.tsx';

const now = '2026-11-22T09:00:00Z';
const panelOf = (more: Partial<Factors> = {}): ReadPanel<Factors> => ({
  state: 'ready',
  value: { totp: null, recoveryCodes: 0, required: false, available: true, lastUpdated: now, ...more },
  problem: null,
  cameDamaged: [],
  freshness: { kind: 'asOf', at: Date.parse(now) },
  busy: false,
  refresh: () => undefined,
});
const show = (panel: ReadPanel<Factors>, { hasPassword = true, hasPasskey = false } = {}) =>
  render(
    <UiProvider>
      <FactorsPanel panel={panel} hasPassword={hasPassword} hasPasskey={hasPasskey} />
    </UiProvider>,
  );
const held = { totp: { since: now, lastUsed: null }, recoveryCodes: 1 };

it('says what would be here while there is no app, and offers none where people sign in elsewhere or have no password', {
  tags: ['G-25'],
}, async () => {
  const none = await show(panelOf());
  await expect.element(none.getByText('No authenticator app')).toBeVisible();
  await expect.element(none.getByRole('button', { name: 'Set Up an App' })).toBeEnabled();
  await none.unmount();
  const without = await show(panelOf(), { hasPassword: false });
  await expect.element(without.getByRole('button', { name: 'Set Up an App' })).toHaveAccessibleDescription(/Set a password first/);
  await without.unmount();
  const elsewhere = await show(panelOf({ available: false }));
  await expect.element(elsewhere.getByText('No authenticator apps here')).toBeVisible();
  expect(elsewhere.getByRole('button').elements()).toHaveLength(0);
});

it('shows since when the app is set up and how many codes are left; the only factor that is asked for cannot be removed', {
  tags: ['G-25'],
}, async () => {
  const screen = await show(panelOf({ ...held, required: true }));
  const [app, codes] = screen.getByRole('listitem').elements();
  expect(app?.textContent).toMatch(/Authenticator appSet up .* · not used since/);
  expect(codes?.textContent).toContain('1 is left; each works once, instead of the app');
  await expect.element(screen.getByText('Your organisation requires a second factor', { exact: true })).toBeVisible();
  const remove = { name: 'Remove the authenticator app' };
  await expect.element(screen.getByRole('button', remove)).toHaveAccessibleDescription(/Add a passkey first/);
  await screen.unmount();
  const other = await show(panelOf({ ...held, required: true }), { hasPasskey: true });
  await expect.element(other.getByRole('button', remove)).not.toHaveAttribute('aria-disabled');
});

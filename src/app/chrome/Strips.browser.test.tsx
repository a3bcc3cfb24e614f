import { afterEach, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { hubStatus, unknownStatus } from '../../bridge/hub/pageState.ts';
import { UiProvider } from '../../ui/theme/UiProvider.tsx';
import { ClockProvider } from '../../ui/time/clock.tsx';
import { Strips } from './Strips.tsx';

const now = Date.parse('2026-11-21T11:26:08Z');
const killSwitch = { active: true, reason: 'Meter fraud', by: 'Wanjiru Kamande', since: '2026-11-21T11:02:00Z', version: 3 };
const connected = { state: 'connected', transport: 'sse', since: now, newestAt: now } as const;
const gone = { state: 'disconnected', transport: 'sse', since: now - 3_600_000, newestAt: now } as const;

afterEach(() => hubStatus.set(unknownStatus));

function strips(heard: Pick<typeof unknownStatus, 'connection' | 'switchDoubt'>) {
  hubStatus.set({ ...unknownStatus, clock: { confirmed: true }, killSwitch, ...heard });
  return render(
    <UiProvider>
      <ClockProvider zone="Africa/Nairobi" offsetMs={0} fixedAt={now} confirmed>
        <Strips />
      </ClockProvider>
    </UiProvider>,
  );
}

it('while the platform says that the kill switch is on, the strip says so, as an alarm', { tags: ['T-5', 'D-23'] }, async () => {
  const screen = await strips({ connection: connected });
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Emergency kill switch activated - all processing halted.');
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Read-only since 14:02 EAT.');
});

it.each([
  ['the link has been gone for an hour', { connection: gone }],
  ['the platform was asked after a gap and has not answered', { connection: connected, switchDoubt: true }],
])('while nobody says that it still is, the past is told and no alarm: %s', { tags: ['T-5', 'D-15'] }, async (_, heard) => {
  const screen = await strips(heard);
  await expect.element(screen.getByText('The emergency kill switch was active when last known.')).toBeVisible();
  expect(screen.container.textContent).toContain('It was activated at 14:02 EAT. It may have been released since.');
  expect(screen.container.textContent).not.toMatch(/halted|Read-only/);
  expect(screen.container.querySelector('[role="alert"]')).toBeNull();
});

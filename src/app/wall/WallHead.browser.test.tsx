import { afterEach, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { hubStatus, unknownStatus } from '../../bridge/hub/pageState.ts';
import type { FreshnessState } from '../../domain/freshness/freshness.ts';
import { UiProvider } from '../../ui/theme/UiProvider.tsx';
import { ClockProvider } from '../../ui/time/clock.tsx';
import { WallStates, WallWaiting } from '../../ui/wall/WallParts.tsx';
import { WallHead } from './WallHead.tsx';

const now = Date.parse('2026-11-21T11:26:08Z');
const heardAt = Date.parse('2026-11-21T08:02:00Z');

afterEach(() => {
  hubStatus.set(unknownStatus);
  vi.useRealTimers();
});

function head(clock: typeof unknownStatus.clock) {
  hubStatus.set({ ...unknownStatus, clock, connection: { state: 'disconnected', transport: 'sse', since: null, newestAt: heardAt } });
  return render(
    <UiProvider>
      <ClockProvider zone="Africa/Nairobi" offsetMs={0} fixedAt={now} confirmed={clock.confirmed}>
        <WallHead title="Operations" place="Demo · Nairobi" name="Control room" />
      </ClockProvider>
    </UiProvider>,
  );
}

it('the wall’s biggest figure says in words that nobody has confirmed it, and since when; nothing beside it is an age', {
  tags: ['M-5', 'F-36'],
}, async () => {
  const screen = await head({ confirmed: false, heardAt, why: 'start' });
  const clock = screen.container.querySelector('.wall-clock');
  expect(clock?.textContent).toBe('14:26:08EATClock not confirmed since 21 Nov 2026, 11:02');
  await expect.element(screen.getByText('Heard 21 Nov, 11:02')).toBeVisible();
  expect(screen.container.textContent).not.toMatch(/ ago|As of/);
});

it('a wall whose clock is the platform’s says nothing of it', { tags: ['M-5'] }, async () => {
  const screen = await head({ confirmed: true });
  expect(screen.container.querySelector('.wall-clock')?.textContent).toBe('14:26:08EAT');
  await expect.element(screen.getByText('As of 11:02')).toBeVisible();
});

it('a wall that was restarted in an outage says since when it is out, and where nobody saw the link go, that it is not known', {
  tags: ['T-8'],
}, async () => {
  const gone = {
    state: 'reconnecting',
    transport: 'sse',
    attempt: 3,
    maxAttempts: 10,
    nextTryAt: now + 9_000,
    since: now - 4_000,
    newestAt: heardAt,
  } as const;
  const shown = (lostAt: number | null) => {
    hubStatus.set({ ...unknownStatus, clock: { confirmed: true }, connection: { ...gone, lostAt } });
    return (
      <UiProvider>
        <ClockProvider zone="Africa/Nairobi" offsetMs={0} fixedAt={now}>
          <WallHead title="Operations" place="Demo · Nairobi" name="Control room" />
        </ClockProvider>
      </UiProvider>
    );
  };
  const screen = await render(shown(Date.parse('2026-11-21T08:03:00Z')));
  await expect.element(screen.getByText('Disconnected · SSE · since 11:03')).toBeVisible();
  await screen.rerender(shown(null));
  await expect.element(screen.getByText('Disconnected · SSE · since when is not known')).toBeVisible();
});

it('a blank says what it waits for and for how long, by a clock that nobody can set', { tags: ['M-5'] }, async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance', 'Date'] });
  const screen = await render(<WallWaiting title="Waiting for the playlist" what="The platform has not sent the playlist yet" />);
  expect(screen.container.textContent).toBe('Waiting for the playlist');
  await vi.advanceTimersByTimeAsync(3 * 60_000);
  vi.setSystemTime(Date.now() + 80 * 3_600_000);
  await vi.advanceTimersByTimeAsync(1_000);
  await expect
    .element(screen.getByText('The platform has not sent the playlist yet. Waiting for 3 min; this display keeps trying.'))
    .toBeVisible();
});

it('a blank over what has failed says so at once, and for how long nothing has been there', { tags: ['M-5'] }, async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance', 'Date'] });
  const screen = await render(
    <WallStates
      state="failed"
      problem={{ code: 'internal', message: 'The platform failed.', retry: true }}
      empty=""
      later=""
      freshness={{ kind: 'never' }}
      unread={0}
    >
      {() => null}
    </WallStates>,
  );
  expect(screen.container.textContent).toContain('No figures yetThe platform failed. Waiting for ');
  await vi.advanceTimersByTimeAsync(7 * 60_000);
  await expect.element(screen.getByText('The platform failed. Waiting for 7 min; this display keeps trying.')).toBeVisible();
});

it.each<[FreshnessState, string]>([
  [{ kind: 'live', at: now }, 'No RBF payments found'],
  [{ kind: 'asOf', at: heardAt, why: { kind: 'disconnected' } }, 'Not known now'],
  [{ kind: 'stale', at: heardAt }, 'Not known now'],
])('a wall says that there is nothing only while that is known: %o', { tags: ['T-8', 'T-9'] }, async (freshness, title) => {
  const screen = await render(
    <UiProvider>
      <ClockProvider zone="Africa/Nairobi" offsetMs={0} fixedAt={now}>
        <WallStates
          state="empty"
          problem={null}
          empty="No RBF payments found"
          later="They stand here later."
          freshness={freshness}
          unread={0}
        >
          {() => null}
        </WallStates>
      </ClockProvider>
    </UiProvider>,
  );
  await expect.element(screen.getByRole('heading', { name: title })).toBeVisible();
});

it('a wall says under a dashboard how many of its rows are damaged and so not counted in it', { tags: ['T-9', 'F-25'] }, async () => {
  const screen = await render(
    <UiProvider>
      <ClockProvider zone="Africa/Nairobi" offsetMs={0} fixedAt={now}>
        <WallStates state="ready" problem={null} empty="" later="" freshness={{ kind: 'live', at: now }} unread={1} what="incident">
          {() => <p>rows</p>}
        </WallStates>
      </ClockProvider>
    </UiProvider>,
  );
  await expect.element(screen.getByText('rows')).toBeVisible();
  await expect
    .element(screen.getByText('1 incident on this device could not be read. It is neither shown nor counted here and is fetched again.'))
    .toBeVisible();
});

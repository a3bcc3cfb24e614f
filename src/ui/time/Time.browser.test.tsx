import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { UiProvider } from '../theme/UiProvider.tsx';
import { ClockProvider } from './clock.tsx';
import { Time, type TimeForm } from './Time.tsx';

const stands = Date.parse('2025-11-18T11:26:06Z');
const now = Date.parse('2026-11-27T06:20:00Z');

async function written(at: number, as: TimeForm, { businessAt, inRow = false }: { businessAt: number | null; inRow?: boolean }) {
  const screen = await render(
    <UiProvider>
      <ClockProvider zone="Africa/Nairobi" offsetMs={0} fixedAt={now} businessAt={businessAt}>
        <Time at={at} as={as} inRow={inRow} />
      </ClockProvider>
    </UiProvider>,
  );
  const time = screen.getByRole('time').element();
  const told = { text: time.textContent, title: time.getAttribute('title') };
  await screen.unmount();
  return told;
}

it('what happened while the day stands still is told apart from the day’s own: its day, the words real time, and why', {
  tags: ['S-11', 'D-16'],
}, async () => {
  expect(await written(stands - 60_000, 'when', { businessAt: stands })).toEqual({ text: '14:25', title: '18 Nov 2025, 11:25:06 UTC' });
  expect(await written(now - 180_000, 'when', { businessAt: stands })).toEqual({
    text: '27 Nov 2026, 09:17 real time',
    title: '27 Nov 2026, 06:17:00 UTC, real time: the day shown is paused',
  });
});

it('on the day that stands too, and in a row by its day alone', { tags: ['S-11'] }, async () => {
  const standsToday = now - 3_600_000;
  expect((await written(now - 180_000, 'when', { businessAt: standsToday })).text).toBe('27 Nov 2026, 09:17 real time');
  expect((await written(now - 180_000, 'when', { businessAt: standsToday, inRow: true })).text).toBe('27 Nov, 09:17');
  expect((await written(standsToday, 'when', { businessAt: standsToday })).text).toBe('08:20');
});

it('says nothing of it while business time runs', { tags: ['S-11'] }, async () => {
  expect(await written(now - 180_000, 'when', { businessAt: null })).toEqual({ text: '09:17', title: '27 Nov 2026, 06:17:00 UTC' });
});

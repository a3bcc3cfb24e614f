import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { UiProvider } from '../theme/UiProvider.tsx';
import { type ClockOf, ClockProvider } from '../time/clock.tsx';
import { FeedList } from './FeedList.tsx';

const stands = Date.parse('2025-11-18T11:26:06Z');
const now = Date.parse('2026-11-27T06:20:00Z');
const items = [
  { id: 'signed-in', status: 'unknown', statusWord: 'Done', title: 'Sign in', at: now - 180_000 },
  { id: 'seeded', status: 'unknown', statusWord: 'Done', title: 'Request an override', at: stands - 3_600_000 },
] as const;

async function times(beside: ClockOf): Promise<readonly (string | null)[]> {
  const screen = await render(
    <UiProvider>
      <ClockProvider zone="Africa/Nairobi" offsetMs={0} fixedAt={now} businessAt={stands}>
        <FeedList label="Acts" Link={({ children }) => <a href="/">{children}</a>} items={items} beside={beside} />
      </ClockProvider>
    </UiProvider>,
  );
  const told = screen
    .getByRole('time')
    .elements()
    .map((time) => time.textContent);
  await screen.unmount();
  return told;
}

it('what people did stands beside the real day while the day shown stands still: what is not of it carries its own', {
  tags: ['S-11'],
}, async () => {
  expect(await times('server')).toEqual(['09:17', '18 Nov 2025, 13:26']);
  expect(await times('business')).toEqual(['27 Nov, 09:17', '13:26']);
});

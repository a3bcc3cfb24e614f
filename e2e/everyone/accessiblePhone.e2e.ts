import { walkEveryScreen } from '../support/everyScreen.ts';
import { test } from '../support/test.ts';

test.use({ browserOptions: { viewport: { width: 390, height: 844 }, colorScheme: 'light' } });

// A phone has the desktop's parts in other places. This test looks for its additional fault, sideways scrolling; `npm run test:long` checks
// everything.
test('no screen on a phone scrolls sideways, complains of the policy or reports an error', { tag: ['@M-14'] }, async ({
  page,
  complaints,
}) => {
  test.slow(); // sixteen pages
  await walkEveryScreen(page, complaints, 'width');
});

test('every screen on a phone, light and dark, is free of accessibility violations, of policy violations and of console errors', {
  tag: '@long',
}, async ({ page, complaints }) => {
  test.slow(); // Sixteen pages, two passes each: minutes on a busy machine.
  await walkEveryScreen(page, complaints, 'both themes');
});

import { walkEveryScreen } from './support/everyScreen.ts';
import { test } from './support/test.ts';

test.use({ browserOptions: { viewport: { width: 1440, height: 900 }, colorScheme: 'light' } });

// Every screen once: its colours in the other theme are computed by contrast.test and tokens.test, and looked at by the walk below in `npm run test:long`.
test('[M-14] every screen on a desktop is free of accessibility violations, of policy violations and of console errors, every second one dark', async ({
  page,
  complaints,
}) => {
  test.slow(); // sixteen pages: a minute on a busy machine
  await walkEveryScreen(page, complaints, 'address', 'one theme');
});

test('every screen on a desktop, light and dark, is free of accessibility violations, of policy violations and of console errors', {
  tag: '@long',
}, async ({ page, complaints }) => {
  test.slow(); // sixteen pages, each looked at twice: minutes on a busy machine
  await walkEveryScreen(page, complaints, 'address', 'both themes');
});

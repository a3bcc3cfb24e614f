// Long: axe on every screen of a desktop, light and dark; on a phone every screen is walked by `npm test`.
import { walkEveryScreen } from './support/everyScreen.ts';
import { test } from './support/test.ts';

test.use({ browserOptions: { viewport: { width: 1440, height: 900 }, colorScheme: 'light' } });

test('[M-14] every screen on a desktop, light and dark, is free of accessibility violations, of policy violations and of console errors', async ({
  page,
  complaints,
}) => {
  test.slow(); // sixteen pages, each looked at twice: minutes on a busy machine
  await walkEveryScreen(page, complaints, 'both themes');
});

// Long: axe on every screen of a desktop, light and dark; `npm test` covers every screen of a phone.
import { walkEveryScreen } from '../support/everyScreen.ts';
import { test } from '../support/test.ts';

test.use({ browserOptions: { viewport: { width: 1440, height: 900 }, colorScheme: 'light' } });

test('every screen on a desktop, light and dark, is free of accessibility violations, of policy violations and of console errors', {
  tag: ['@M-14'],
}, async ({ page, complaints }) => {
  test.slow(); // Sixteen pages, two passes each: minutes on a busy machine.
  await walkEveryScreen(page, complaints);
});

import { walkEveryScreen } from '../support/everyScreen.ts';
import { test } from '../support/test.ts';

test.use({ browserOptions: { viewport: { width: 390, height: 844 }, colorScheme: 'light' } });

test('every screen on a phone, light and dark, is free of accessibility violations, of policy violations and of console errors', {
  tag: ['@M-14', '@long'],
}, async ({ page, complaints }) => {
  test.slow(); // Sixteen pages, two passes each: minutes on a busy machine.
  await walkEveryScreen(page, complaints);
});

import '../theme/tokens.css';
import '../theme/base.css';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { StatusBadge } from '../status/StatusBadge.tsx';
import { Toolbar } from './Toolbar.tsx';

it('a verdict longer than a phone is wide takes two lines instead of widening the page', async () => {
  await page.viewport(390, 844);
  const words = 'All 19 signatures checked here, 1 with figures other than signed';
  const screen = await render(
    <Toolbar label="Find portfolios" end={<StatusBadge status="pending">{words}</StatusBadge>}>
      <span />
    </Toolbar>,
  );
  await expect.element(screen.getByText(words)).toBeVisible();
  const { right, height } = screen.getByText(words).element().getBoundingClientRect();
  expect([right <= 390, height > 20]).toEqual([true, true]);
});

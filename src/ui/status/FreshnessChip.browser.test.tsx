import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ClockProvider } from '../time/clock.tsx';
import { FreshnessChip, type FreshnessWords } from './FreshnessChip.tsx';
import type { FreshnessState } from '../../domain/freshness.ts';

const now = Date.parse('2025-11-18T11:26:10Z');
const at = Date.parse('2025-11-18T11:02:00Z');

it.each<[FreshnessState, FreshnessWords, string]>([
  [{ kind: 'live', at: now - 4000 }, 'age', 'Live · 4 s'],
  [{ kind: 'live', at: now - 4000 }, 'updated', 'Updated at 14:26:06'],
  [{ kind: 'asOf', at }, 'age', 'As of 14:02'],
  [{ kind: 'asOf', at }, 'updated', 'As of 14:02'],
  [{ kind: 'stale', at }, 'updated', 'Stale · as of 14:02'],
  [{ kind: 'stale', at: at - 86_400_000 }, 'age', 'Stale · as of 17 Nov, 14:02'],
  [{ kind: 'never' }, 'age', 'Not loaded yet'],
])("[D-15] [C-20] says how old it is in the tenant's zone: %o %s", async (value, say, words) => {
  const { container } = await render(
    <ClockProvider zone="Africa/Nairobi" offsetMs={0} fixedAt={now}>
      <FreshnessChip value={value} say={say} />
    </ClockProvider>,
  );
  expect(container.textContent).toBe(words);
  expect(container.querySelector('svg')?.dataset['glyph']).toBe(
    { live: 'live', asOf: 'pending', stale: 'hourglass', never: 'unknown' }[value.kind],
  );
});

it('[D-29] gives UTC to the keyboard as to the mouse, and is no tab stop inside a link', async () => {
  const shown = (inLink: boolean) => (
    <ClockProvider zone="Africa/Nairobi" offsetMs={0} fixedAt={now}>
      <FreshnessChip value={{ kind: 'stale', at }} inLink={inLink} />
    </ClockProvider>
  );
  const { container, rerender } = await render(shown(false));
  const chip = () => container.querySelector<HTMLElement>('.uk-fresh');
  expect(chip()?.title).toContain('11:02:00 UTC');
  await userEvent.tab();
  expect(document.activeElement).toBe(chip());
  expect(getComputedStyle(chip() ?? document.body, '::after').content).toContain('11:02:00 UTC');
  await rerender(shown(true));
  expect(chip()?.tabIndex).toBe(-1);
});

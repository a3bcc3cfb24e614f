import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ClockProvider } from '../time/clock.tsx';
import { FreshnessChip, type FreshnessLabels } from './FreshnessChip.tsx';
import type { Problem } from '../../contracts/problem.ts';
import type { FreshnessState } from '../../domain/freshness/freshness.ts';

const now = Date.parse('2025-11-18T11:26:10Z');
const at = Date.parse('2025-11-18T11:02:00Z');

const failed = (status?: number): Problem => ({
  code: status === undefined ? 'network' : 'internal',
  message: status === undefined ? 'The platform cannot be reached.' : `API Error: ${status} Internal Server Error`,
  retry: true,
  ...(status === undefined ? {} : { status }),
});

it.each<[FreshnessState, FreshnessLabels, string]>([
  [{ kind: 'live', at: now - 4000 }, 'age', 'Live · 4 s'],
  [{ kind: 'live', at: now - 4000 }, 'updated', 'Updated at 14:26:06'],
  [{ kind: 'live', at: at - 86_400_000 }, 'updated', 'Updated at 17 Nov, 14:02:00'],
  [{ kind: 'asOf', at }, 'age', 'As of 14:02'],
  [{ kind: 'asOf', at }, 'updated', 'As of 14:02'],
  [{ kind: 'stale', at }, 'updated', 'Stale · as of 14:02'],
  [{ kind: 'stale', at: at - 86_400_000 }, 'age', 'Stale · as of 17 Nov, 14:02'],
  [{ kind: 'never' }, 'age', 'Not loaded yet'],
  [{ kind: 'asOf', at, why: { kind: 'failed', problem: failed(500) } }, 'age', 'As of 14:02 · error 500'],
  // [G-14] The answer came but was unusable; its HTTP status is not the error.
  [{ kind: 'asOf', at, why: { kind: 'failed', problem: { ...failed(200), code: 'bad_shape' } } }, 'age', 'As of 14:02 · came damaged'],
  [{ kind: 'stale', at, why: { kind: 'failed', problem: failed() } }, 'age', 'Stale · as of 14:02 · no answer'],
  [{ kind: 'asOf', at, why: { kind: 'disconnected' } }, 'age', 'As of 14:02'],
  [{ kind: 'asOf', at, why: { kind: 'overdue' } }, 'age', 'As of 14:02'],
  [{ kind: 'halted', at, by: 'Wanjiru Kamande' }, 'age', 'Halted since 14:02'],
  [{ kind: 'halted', at, by: '' }, 'updated', 'Halted since 14:02'],
])("says how old it is in the tenant's zone: %o %s", { tags: ['D-15', 'C-20', 'M-11', 'T-5'] }, async (value, say, words) => {
  const { container } = await render(
    <ClockProvider zone="Africa/Nairobi" offsetMs={0} fixedAt={now}>
      <FreshnessChip value={value} say={say} />
    </ClockProvider>,
  );
  expect(container.textContent).toBe(words);
  expect(container.querySelector('svg')?.dataset['glyph']).toBe(
    { live: 'live', asOf: 'pending', stale: 'hourglass', never: 'unknown', halted: 'halted' }[value.kind],
  );
});

it('gives the reason as a sentence on hover', { tags: ['M-11', 'F-37'] }, async () => {
  const { container } = await render(
    <ClockProvider zone="Africa/Nairobi" offsetMs={0} fixedAt={now}>
      <FreshnessChip value={{ kind: 'asOf', at, why: { kind: 'failed', problem: failed(500) } }} />
    </ClockProvider>,
  );
  expect(container.querySelector<HTMLElement>('.uk-fresh')?.title).toContain('The last fetch failed: API Error: 500 Internal Server Error');
});

it('says on hover by whom the work behind it is halted', { tags: ['T-5'] }, async () => {
  const { container } = await render(
    <ClockProvider zone="Africa/Nairobi" offsetMs={0} fixedAt={now}>
      <FreshnessChip value={{ kind: 'halted', at, by: 'Wanjiru Kamande' }} />
    </ClockProvider>,
  );
  expect(container.querySelector<HTMLElement>('.uk-fresh')?.title).toContain('All processing is halted by Wanjiru Kamande.');
});

it('gives UTC to the keyboard as to the mouse, and is no tab stop inside a link', { tags: ['D-29'] }, async () => {
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

it.each<[FreshnessState, FreshnessLabels, string]>([
  [{ kind: 'live', at: now - 4000 }, 'age', 'Live · clock not confirmed'],
  [{ kind: 'live', at: now - 4000 }, 'short', 'clock not confirmed'],
  [{ kind: 'asOf', at }, 'age', 'As of 18 Nov, 14:02'],
  [{ kind: 'asOf', at }, 'short', '18 Nov, 14:02'],
  [{ kind: 'stale', at }, 'age', 'Stale · as of 18 Nov, 14:02'],
  [{ kind: 'never' }, 'age', 'Not loaded yet'],
])(
  'tells no age by a clock that nobody has confirmed, and the day with every moment: %o %s',
  { tags: ['M-5', 'F-36'] },
  async (value, say, words) => {
    const { container } = await render(
      <ClockProvider zone="Africa/Nairobi" offsetMs={0} fixedAt={now} confirmed={false}>
        <FreshnessChip value={value} say={say} />
      </ClockProvider>,
    );
    expect(container.textContent).toBe(words);
  },
);

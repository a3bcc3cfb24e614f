import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { UiProvider } from '../../ui/theme/UiProvider.tsx';
import { ClockProvider } from '../../ui/time/clock.tsx';
import '../../ui/wall/wall.css';
import '../../ui/wall/wallDashboards.css';
import './wallFrame.css';
import { WallHalt } from './WallHalt.tsx';

const now = Date.parse('2026-11-21T11:26:08Z');
const pulled = { active: true, by: 'Wanjiru Kamande', since: '2026-11-21T11:02:00Z', version: 3 };

async function band(reason: string, alone: boolean, [width, height] = [1920, 1080], past = false) {
  await page.viewport(width ?? 1920, height ?? 1080);
  const screen = await render(
    <UiProvider>
      <ClockProvider zone="Africa/Nairobi" offsetMs={0} fixedAt={now} confirmed>
        <div className="wall">
          <div className="wall-frame">
            <WallHalt killSwitch={{ ...pulled, reason }} alone={alone} past={past} />
            <main className="wall-main" />
          </div>
        </div>
      </ClockProvider>
    </UiProvider>,
  );
  const box = (selector: string) => {
    const element = screen.container.querySelector<HTMLElement>(selector);
    if (element === null) throw new Error(`no ${selector}`);
    return element;
  };
  return { screen, box, unit: Math.min((width ?? 0) / 1920, (height ?? 0) / 1080) };
}

// The longest reasons that the contract allows, with and without a place to wrap.
const reasons = ['Meter fraud', 'Readings of Kilifi do not match the meters. '.repeat(6).slice(0, 280), 'x'.repeat(280), ''];
const sizes = [
  [1920, 1080],
  [1280, 720],
  [1080, 1920],
] as const;

it.each(sizes.flatMap((size) => reasons.map((reason) => [size, reason] as const)))(
  'the words of the kill switch keep their size over the full width, whatever the reason, at %o',
  { tags: ['T-5', 'D-23'] },
  async (size, reason) => {
    const { box, unit } = await band(reason, false, [...size]);
    const words = box('.wall-halt-what > b');
    expect(words.textContent).toBe('Emergency kill switch activated');
    expect(Number.parseFloat(getComputedStyle(words).fontSize)).toBeCloseTo(52 * unit, 0);
    expect(words.scrollWidth).toBeLessThanOrEqual(words.clientWidth);
    const { left, right } = box('.wall-halt').getBoundingClientRect();
    expect(left).toBeLessThanOrEqual(0);
    expect(right).toBeGreaterThanOrEqual(size[0]);
    expect(words.getBoundingClientRect().right).toBeLessThanOrEqual(size[0]);
    expect(box('.wall-halt-what').textContent).toContain('All processing halted since 14:02 EAT by Wanjiru Kamande');
    if (reason === '') return;
    // Cut by whole lines: at most two.
    const why = box('.wall-halt-why');
    const line = Number.parseFloat(getComputedStyle(why).lineHeight);
    expect(Math.round(why.clientHeight / line)).toBeLessThanOrEqual(2);
  },
);

it.each(sizes)(
  'once nobody says that it is on, the past is told, without alarm and over the full width, at %d by %d',
  { tags: ['T-5', 'D-15'] },
  async (...size) => {
    for (const alone of [false, true]) {
      const { box, screen } = await band(reasons[1] ?? '', alone, size, true);
      const words = box('.wall-halt-what > b');
      expect(words.textContent).toBe('Kill switch was active');
      expect(words.getBoundingClientRect().right).toBeLessThanOrEqual(size[0]);
      expect(box('.wall-halt-what').textContent).toContain('Activated at 14:02 EAT by Wanjiru Kamande · may have been released since');
      expect(box('.wall-halt').textContent).not.toMatch(/activated|halted/);
      expect(box('.wall-halt').getAttribute('role')).toBe('status');
      await screen.unmount();
    }
  },
);

it('is drawn in the danger tone, and alone it fills the screen with larger words', { tags: ['T-5'] }, async () => {
  const { box } = await band(reasons[1] ?? '', true);
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.background = 'var(--bad)';
  const danger = getComputedStyle(probe).backgroundColor;
  probe.remove();
  const halt = box('.wall-halt');
  expect(getComputedStyle(halt).backgroundColor).toBe(danger);
  expect(Number.parseFloat(getComputedStyle(box('.wall-halt-what > b')).fontSize)).toBeCloseTo(104, 0);
});

import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { FreshnessChip } from '../status/FreshnessChip.tsx';
import { Banner } from './Banner.tsx';

const live = '[role="status"], [role="alert"], [aria-live]';

it.each([
  ['warn', 'status'],
  ['bad', 'alert'],
] as const)(
  'of a banner (%s) that has figures the sentence is told to who listens, and neither its age, which changes by the second, nor how long something has waited',
  { tags: ['D-15'] },
  async (tone, role) => {
    const screen = await render(
      <Banner
        tone={tone}
        lead="Needs Attention:"
        detail="Oldest waiting 2 h"
        age={<FreshnessChip value={{ kind: 'live', at: Date.now() }} />}
      >
        3 items require review
      </Banner>,
    );
    await expect.element(screen.getByRole(role)).toHaveTextContent(/^Needs Attention: 3 items require review$/);
    const age = document.querySelector('.uk-banner [data-fresh]');
    expect(age).not.toBeNull();
    expect(age?.closest(live)).toBeNull();
  },
);

it('a banner without an age is told whole', async () => {
  const screen = await render(
    <Banner tone="offline" lead="Offline." detail="As of 14:26">
      The platform does not answer.
    </Banner>,
  );
  await expect.element(screen.getByRole('status')).toHaveTextContent('Offline. The platform does not answer.As of 14:26');
});

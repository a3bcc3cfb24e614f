import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { UiProvider } from '../../ui/theme/UiProvider.tsx';
import { ClockProvider } from '../../ui/time/clock.tsx';
import { FiguresProvider } from '../../ui/wall/figures.tsx';
import { WallFoot } from './WallFoot.tsx';

async function badge(quiet: 'none' | 'unknown') {
  const screen = await render(
    <UiProvider>
      <ClockProvider zone="Africa/Nairobi" offsetMs={0} fixedAt={0}>
        <FiguresProvider>
          <WallFoot quiet={quiet} playlist={['operations']} place={0} pinned={false} dwellMs={20_000} nextInMs={null} />
        </FiguresProvider>
      </ClockProvider>
    </UiProvider>,
  );
  const shown = screen.container.querySelector<HTMLElement>('.wall-badge');
  if (shown === null) throw new Error('no badge');
  const told = { word: shown.textContent, shape: shown.querySelector('svg')?.dataset['glyph'], colour: getComputedStyle(shown).color };
  await screen.unmount();
  return told;
}

it('no incident and incidents unknown differ in word, shape and colour', { tags: ['T-8', 'K-10'] }, async () => {
  const [none, unknown] = [await badge('none'), await badge('unknown')];
  expect([none.word, unknown.word]).toEqual(['No incident', 'Incidents unknown']);
  expect(none.shape).not.toBe(unknown.shape);
  expect(none.colour).not.toBe(unknown.colour);
});

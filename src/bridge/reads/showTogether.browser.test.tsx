import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { showTogether } from './showTogether.ts';

afterEach(() => void vi.restoreAllMocks());

/** Three figures, and how often they were rendered. */
function draw() {
  const drawn: string[] = [];
  const set: ((value: number) => void)[] = [];
  function Figures() {
    const figures = [useState(0), useState(0), useState(0)] as const;
    figures.forEach(([, change], place) => (set[place] = change));
    const text = figures.map(([value]) => value).join(' ');
    drawn.push(text);
    return <p>{text}</p>;
  }
  return { drawn, set: (place: number, value: number) => set[place]?.(value), Figures };
}

it('draws once what comes within a frame, in the order it came, and in that frame', { tags: ['C-76'] }, async () => {
  const { drawn, set, Figures } = draw();
  const screen = await render(<Figures />);
  drawn.length = 0;
  let inFrame = '';
  showTogether(() => set(0, 1));
  showTogether(() => set(1, 2));
  showTogether(() => set(1, 3));
  requestAnimationFrame(() => {
    inFrame = screen.container.textContent;
  });
  await vi.waitFor(() => expect(inFrame).toBe('1 3 0'), 15_000);
  expect(drawn).toEqual(['1 3 0']);
  showTogether(() => set(2, 4));
  await vi.waitFor(() => expect(drawn).toEqual(['1 3 0', '1 3 4']), 15_000);
});

it('does not wait for frames where none come', async () => {
  const { drawn, set, Figures } = draw();
  await render(<Figures />);
  const asked = vi.spyOn(globalThis, 'requestAnimationFrame').mockReturnValue(0);
  showTogether(() => set(0, 7));
  expect(asked).toHaveBeenCalledTimes(1);
  await vi.waitFor(() => expect(drawn.at(-1)).toBe('7 0 0'), 15_000);
});

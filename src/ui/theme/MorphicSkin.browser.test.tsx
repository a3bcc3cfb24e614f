import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { Button } from '../controls/Button.tsx';
import { Card } from '../panel/Card.tsx';
import { MorphicSkin } from './MorphicSkin.tsx';
import { UiProvider } from './UiProvider.tsx';

const page = (on: boolean) => (
  <UiProvider>
    <MorphicSkin on={on}>
      <Card as="div" className="under-test">
        <Button>Press</Button>
      </Card>
    </MorphicSkin>
  </UiProvider>
);
const styleOf = (selector: string) => {
  const element = document.querySelector(selector);
  if (element === null) throw new Error(`no ${selector}`);
  return getComputedStyle(element);
};

it('the same components in another look, for as long as the skin is worn', { tags: ['I-9'] }, async () => {
  const screen = await render(page(true));
  const html = document.documentElement;
  expect(html.dataset['skin']).toBe('morphic');
  const worn = { radius: styleOf('.under-test').borderRadius, shadow: styleOf('.under-test').boxShadow };
  expect(worn.radius).toBe('20px');
  expect(worn.shadow).toContain('rgb');
  const button = document.querySelector('.uk-btn');
  // The border is a line of its own, not part of the shadow.
  expect(styleOf('.uk-btn').borderTopWidth).toBe('1px');
  expect(styleOf('.uk-btn').borderTopColor).not.toBe('rgba(0, 0, 0, 0)');

  await screen.rerender(page(false));
  expect(html.dataset['skin']).toBeUndefined();
  expect(styleOf('.under-test').borderRadius).not.toBe(worn.radius);
  expect(styleOf('.under-test').boxShadow).toBe('none');
  expect(document.querySelector('.uk-btn')).toBe(button);

  await screen.rerender(page(true));
  expect(html.dataset['skin']).toBe('morphic');
  await screen.unmount();
  expect(html.dataset['skin']).toBeUndefined();
});

import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { Who } from './Who.tsx';

it('somebody is the name with the account beside it, or the words that it is not recorded; in a row the whole stands in the title', {
  tags: ['P-7', 'A-20', 'D-58'],
}, async () => {
  const screen = await render(
    <>
      <Who name="Chebet Koech" id="usr-demo-operator" inRow />
      <Who name="Chebet Koech" id={undefined} />
    </>,
  );
  expect(screen.container.textContent).toBe('Chebet Koech · usr-demo-operatorChebet Koech · account not recorded');
  expect(screen.container.querySelector('[title]')?.getAttribute('title')).toBe('Chebet Koech (usr-demo-operator)');
});

it('a long account breaks in a narrow place and makes nothing wider', { tags: ['P-7'] }, async () => {
  const screen = await render(
    <p style={{ width: 120 }}>
      <Who name="Chebet" id={`usr-${'0123456789'.repeat(6)}`} />
    </p>,
  );
  const box = screen.container.querySelector('p');
  expect(box?.scrollWidth).toBe(120);
});

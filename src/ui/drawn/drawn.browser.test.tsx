import '../theme/tokens.css';
import '../theme/base.css';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';

const turning = 'Amina\u202Edevorppa';

it('a name that turns words round is shown for what it is, wherever it stands in a view', { tags: ['G-13'] }, async () => {
  const names = ['first', turning];
  await render(
    <main title={turning} aria-label={`of ${turning}`}>
      <p>
        by {turning} <b>approved</b>
      </p>
      <p>{`by ${turning}, approved`}</p>
      <ul>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      <p>{[names, ' and ', turning]}</p>
      <input aria-label="Name" defaultValue={turning} />
    </main>,
  );
  const main = page.getByRole('main', { name: 'of Amina[U+202E]devorppa' });
  await expect.element(main).toHaveAttribute('title', 'Amina[U+202E]devorppa');
  expect(main.element().textContent).not.toMatch(/\p{Bidi_Control}/u);
  expect(main.element().textContent?.split('[U+202E]')).toHaveLength(6);
  // Editable values stay as written.
  await expect.element(page.getByRole('textbox')).toHaveValue(turning);
});

it('what stands after words from right to left stays after them', { tags: ['G-13'] }, async () => {
  const name = 'محمد علي';
  await render(<p>by {name} 12 min ago</p>);
  await render(<h1>{`by ${name} 12 min ago`}</h1>);
  for (const element of [page.getByRole('paragraph'), page.getByRole('heading')]) {
    const texts = [...element.element().childNodes];
    /** Left edge of the words on their line, px. */
    const leftOf = (words: string): number => {
      for (const node of texts) {
        const at = node.textContent?.indexOf(words) ?? -1;
        if (at < 0) continue;
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + words.length);
        return range.getBoundingClientRect().left;
      }
      throw new Error(`no ${words}`);
    };
    expect(leftOf('12')).toBeGreaterThan(leftOf('محمد'));
    expect(leftOf('min')).toBeGreaterThan(leftOf('12'));
  }
});

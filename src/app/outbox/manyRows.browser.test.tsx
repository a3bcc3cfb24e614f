import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { outboxItem, promotes } from '../../../tests/builders/outboxItem.ts';
import { UiProvider } from '../../ui/theme/UiProvider.tsx';
import { OutboxRows } from './OutboxRows.tsx';

it('of thousands of unsent decisions a few hundred are drawn, and the rest is counted and can be seen', { tags: ['M-3'] }, async () => {
  const items = Array.from({ length: 5_000 }, (_, at) => outboxItem(at + 1, { command: promotes([`DLQ-${at}`]) }));
  await render(
    <UiProvider>
      <OutboxRows items={items} label="Not sent yet" />
    </UiProvider>,
  );
  const drawn = () => page.getByRole('list', { name: 'Not sent yet' }).element().children.length;
  expect(drawn()).toBe(200);
  await page.getByRole('button', { name: 'Show 200 of 4,800 later actions' }).click();
  await expect.poll(drawn).toBe(400);
});

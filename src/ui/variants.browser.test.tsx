import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Button, type ButtonSize } from './controls/Button.tsx';
import { Dialog, type DialogSize } from './overlay/Dialog.tsx';
import { Card, cardVariants } from './panel/Card.tsx';
import { UiProvider } from './theme/UiProvider.tsx';
import { SkeletonCard, SkeletonTable } from './feedback/SkeletonShapes.tsx';

const bones = (name: string) => page.getByRole('status', { name }).element().querySelectorAll('.uk-skeleton').length;

it('a skeleton table has five rows of four columns under its head unless told, a skeleton card three lines under its title', {
  tags: ['I-25'],
}, async () => {
  await render(
    <UiProvider>
      <SkeletonTable label="a table" />
      <SkeletonTable label="another" rows={2} columns={6} />
      <SkeletonCard label="a card" />
      <SkeletonCard label="a long card" lines={5} />
    </UiProvider>,
  );
  expect([bones('a table'), bones('another'), bones('a card'), bones('a long card')]).toEqual([24, 18, 4, 6]);
});

it('five variants of buttons in four sizes, each of its own look', { tags: ['I-25'] }, async () => {
  const kinds = ['primary', 'secondary', 'ghost', 'danger', 'success'] as const;
  const sizes: readonly ButtonSize[] = ['sm', 'md', 'lg', 'xl'];
  await render(
    <UiProvider>
      {kinds.flatMap((kind) =>
        sizes.map((size) => (
          <Button key={`${kind} ${size}`} kind={kind} size={size}>
            {`${kind} ${size}`}
          </Button>
        )),
      )}
    </UiProvider>,
  );
  const drawn = (name: string) => getComputedStyle(page.getByRole('button', { name }).element());
  const looks = kinds.map((kind) => `${drawn(`${kind} md`).backgroundColor} ${drawn(`${kind} md`).borderColor}`);
  expect(new Set(looks).size).toBe(5);
  const heights = () => sizes.map((size) => Number.parseFloat(drawn(`primary ${size}`).height));
  await page.viewport(1280, 800);
  await expect.poll(heights).toEqual([28, 32, 40, 44]);
  await page.viewport(390, 800);
  await expect.poll(heights).toEqual([36, 44, 48, 52]);
});

it('four variants of cards, each of its own look', { tags: ['I-25'] }, async () => {
  await render(
    <UiProvider>
      {cardVariants.map((variant) => (
        <Card key={variant} variant={variant} as="article">
          {variant}
        </Card>
      ))}
    </UiProvider>,
  );
  expect(cardVariants).toEqual(['default', 'elevated', 'interactive', 'gradient']);
  const looks = page
    .getByRole('article')
    .elements()
    .map((card) => {
      const { backgroundImage, backgroundColor, borderColor, boxShadow, transitionProperty } = getComputedStyle(card);
      return [backgroundImage, backgroundColor, borderColor, boxShadow, transitionProperty].join();
    });
  expect(new Set(looks).size).toBe(4);
});

it.each([
  ['question', 400],
  ['form', 496],
  ['steps', 608],
  ['verdict', 872],
] as const)('a dialog for a %s is %i px wide', { tags: ['I-25'] }, async (size: DialogSize, width: number) => {
  await page.viewport(1200, 800);
  await render(
    <UiProvider>
      <Dialog open onClose={() => undefined} size={size} title="Sized">
        text
      </Dialog>
    </UiProvider>,
  );
  await expect.poll(() => page.getByRole('dialog').element().getBoundingClientRect().width).toBe(width);
});

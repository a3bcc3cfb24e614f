import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { UiProvider } from '../../ui/theme/UiProvider.tsx';
import { TermsScreen } from './TermsScreen.tsx';

it('leads to the licences of all that is shipped, which the build writes', { tags: ['G-23'] }, async () => {
  const screen = await render(
    <UiProvider>
      <TermsScreen />
    </UiProvider>,
  );
  await expect.element(screen.getByRole('link', { name: 'licences of all that is shipped' })).toHaveAttribute('href', '/licences.txt');
});

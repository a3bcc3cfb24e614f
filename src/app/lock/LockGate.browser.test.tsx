import { afterEach, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { hubStatus, unknownStatus } from '../../bridge/hub/pageState.ts';
import { UiProvider } from '../../ui/theme/UiProvider.tsx';
import { LockGate } from './LockGate.tsx';

const start = location.href;
afterEach(() => {
  hubStatus.set(unknownStatus);
  history.replaceState(null, '', start);
});

function shownAt(path: string) {
  history.replaceState(null, '', path);
  return render(
    <UiProvider>
      <LockGate>
        <p>Figures of the one who was here</p>
      </LockGate>
    </UiProvider>,
  );
}

it('beside a newer version that it cannot speak with, a tab shows nothing but that it has stopped, and how it goes on', {
  tags: ['M-12', 'K-4'],
}, async () => {
  hubStatus.set({ ...unknownStatus, buildTooOld: true, superseded: true });
  const screen = await shownAt('/operations/verifications');
  await expect.element(screen.getByRole('heading', { name: 'This tab has stopped' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
  expect(document.body.textContent).not.toContain('Figures of the one who was here');
});

it('a wall is not stopped: it is loaded anew by itself, and shows its figures until then', { tags: ['M-12', 'K-10'] }, async () => {
  hubStatus.set({ ...unknownStatus, buildTooOld: true, superseded: true });
  const screen = await shownAt('/wall');
  await expect.element(screen.getByText('Figures of the one who was here')).toBeVisible();
});

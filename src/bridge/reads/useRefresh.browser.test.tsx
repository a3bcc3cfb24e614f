import { afterEach, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { personsDevice } from '../../../tests/builders/personsDevice.ts';
import type { Result } from '../../contracts/problem.ts';
import { hub } from '../hub/hub.ts';
import { hubNotices, hubStatus } from '../hub/pageState.ts';
import { useRefresh } from './useRefresh.ts';

personsDevice();
afterEach(() => vi.restoreAllMocks());

function Button() {
  const { busy, refresh } = useRefresh(['kpis']);
  return (
    <button type="button" onClick={refresh}>
      {busy ? 'Refreshing' : 'Refresh'}
    </button>
  );
}

it.each([
  ['whoever pressed is told that it failed', false, ['Not refreshed']],
  ['nobody else is, once they have left', true, []],
] as const)('%s', { tags: ['F-11', 'C-53'] }, async (_what, leaves, told) => {
  let answer: (result: Result<null>) => void = () => undefined;
  vi.spyOn(hub, 'refresh').mockImplementation(() => new Promise((resolve) => (answer = resolve)));
  const heard: string[] = [];
  const stop = hubNotices.listen(({ title }) => void heard.push(title));
  const screen = await render(<Button />);
  await screen.getByRole('button', { name: 'Refresh' }).click();
  await expect.element(screen.getByText('Refreshing')).toBeVisible();
  if (leaves) hubStatus.set({ ...hubStatus.get(), session: { phase: 'signedOut', reason: 'expired', logoutPending: false } });
  answer({ ok: false, problem: { code: 'unauthenticated', message: 'Nobody is signed in.', retry: false } });
  await expect.element(screen.getByRole('button', { name: 'Refresh', exact: true })).toBeVisible();
  expect(heard).toEqual(told);
  stop();
});

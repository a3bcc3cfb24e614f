import { type ComponentProps, useState } from 'react';
import { expect, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { AdminUser } from '../../src/contracts/adminUser.ts';
import type { Problem, Result } from '../../src/contracts/problem.ts';
import { href } from '../../src/domain/screens/address.ts';
import { readAddress } from '../../src/domain/screens/readAddress.ts';
import { AddUserDialog } from '../../src/screens/users/AddUserDialog.tsx';
import { usersAddress, type UsersAddress } from '../../src/screens/users/address.ts';
import { EditUserDialog } from '../../src/screens/users/EditUserDialog.tsx';
import { type UsersSkin, usersSkins } from '../../src/screens/users/skins.ts';
import type { UsersSource } from '../../src/screens/users/source.ts';
import { UsersPage } from '../../src/screens/users/UsersPage.tsx';
import { LiveRegion } from '../../src/ui/feedback/LiveRegion.tsx';
import type { Toast } from '../../src/ui/feedback/Toaster.tsx';
import { UiProvider } from '../../src/ui/theme/UiProvider.tsx';
import { ClockProvider } from '../../src/ui/time/clock.tsx';

/** The users page in a browser, over a mocked platform. */

export const achieng: AdminUser = {
  id: 'usr-1',
  email: 'achieng@ukweli.example',
  name: 'Achieng Odhiambo',
  role: 'bank_ops',
  status: 'active',
  last_login_at: null,
  created_at: '2025-01-01T09:00:00Z',
  version: 3,
};
export const juma: AdminUser = {
  ...achieng,
  id: 'usr-2',
  name: 'Juma Omondi',
  email: 'juma@ukweli.example',
  role: 'operator',
  status: 'inactive',
};
export const self: AdminUser = { ...achieng, id: 'usr-me', name: 'Wanjiru Kamau', email: 'admin@ukweli.example', role: 'admin' };

export type Answer = Result<AdminUser>;
export const refusal = (problem: Partial<Problem>): Answer => ({
  ok: false,
  problem: { code: 'internal', message: '', retry: false, ...problem },
});
export const taken = refusal({
  code: 'conflict',
  message: 'This email is already in use',
  fields: [{ field: 'email', code: 'taken' }],
});

/** A mocked platform with set answers; the calls of the page are recorded. */
export function platform(users: readonly AdminUser[] = [achieng, juma, self]) {
  const done: Answer = { ok: true, value: achieng };
  const create = vi.fn<UsersSource['create']>().mockResolvedValue(done);
  const change = vi.fn<UsersSource['change']>().mockResolvedValue(done);
  const deactivate = vi.fn<UsersSource['deactivate']>().mockResolvedValue(done);
  const look = vi.fn<UsersSource['look']>().mockResolvedValue(done);
  const sendAgain = vi.fn<UsersSource['sendAgain']>().mockResolvedValue(done);
  const source: UsersSource = {
    list: {
      state: 'ready',
      cameDamaged: [],
      value: { users: [...users], pagination: { page: 1, limit: 10, total: users.length, totalPages: users.length === 0 ? 0 : 1 } },
      problem: null,
      freshness: { kind: 'live', at: 1000 },
      busy: false,
      refresh: vi.fn(),
    },
    sample: false,
    turning: false,
    disabledReason: null,
    halted: null,
    selfId: self.id,
    reached: true,
    look,
    create,
    change,
    deactivate,
    sendAgain,
  };
  return { source, create, change, deactivate, look, sendAgain };
}

const nothing = (): void => undefined;

/** The dialog of a new user. */
export const addDialog = (source: UsersSource = platform().source) => (
  <AddUserDialog skin={usersSkins.standard} source={source} onClose={nothing} onDone={nothing} onFailed={nothing} />
);

/** One of the two dialogs in which Achieng is changed. */
export const editDialog = (source: UsersSource = platform().source, kind: 'edit' | 'change' = 'edit', onClose = nothing) => (
  <EditUserDialog
    form={usersSkins.standard[kind]}
    source={source}
    user={achieng}
    onClose={onClose}
    onDone={nothing}
    onFailed={nothing}
    onAgain={nothing}
  />
);

export async function open(skin: UsersSkin, source: UsersSource, at = '', more: Pick<ComponentProps<typeof UsersPage>, 'other'> = {}) {
  const shown: UsersAddress[] = [];
  function Held({ given }: { readonly given: UsersSource }) {
    const [address, setAddress] = useState(usersAddress(readAddress('users', new URLSearchParams(at))));
    const show = (change: Partial<UsersAddress>) =>
      setAddress((before) => {
        const next = { ...before, ...change };
        shown.push(next);
        return next;
      });
    return <UsersPage skin={skin} source={given} address={address} show={show} hrefOf={(open) => href('users', { open })} {...more} />;
  }
  const shell = (given: UsersSource) => (
    <UiProvider>
      <ClockProvider zone="Africa/Nairobi" offsetMs={0} businessAt={null}>
        <Held given={given} />
        <LiveRegion />
      </ClockProvider>
    </UiProvider>
  );
  const { rerender } = await render(shell(source));
  return { last: () => shown.at(-1), rerender: (given: UsersSource) => rerender(shell(given)) };
}

export const skins = Object.values(usersSkins);
export const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
export const said = (words: string) => expect.element(page.getByText(words, { exact: true }).first()).toBeVisible();

/** Expects the success message of an act: a toast in skins with toasts, a status text otherwise. `told` collects the toasts. */
export async function ended(told: readonly Toast[], skin: UsersSkin, words: string): Promise<void> {
  if (skin.toasts) await expect.poll(() => told.at(-1)).toMatchObject({ claim: { answer: 'yes', word: words } });
  else await expect.poll(() => document.querySelector('[role=status]')?.textContent).toContain(words);
}

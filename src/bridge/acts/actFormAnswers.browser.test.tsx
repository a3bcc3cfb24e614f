import '../../ui/theme/tokens.css';
import '../../ui/theme/base.css';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { draftsDevice, keptDrafts } from '../../../tests/builders/draftsDevice.ts';
import { brian } from '../../../tests/builders/fakePlatform.ts';
import { sessionOf } from '../../../tests/builders/personsDevice.ts';
import { achieng, addDialog, type Answer, editDialog, platform, refusal } from '../../../tests/builders/usersPage.tsx';
import { usersSkins } from '../../screens/users/skins.ts';
import type { UsersSource } from '../../screens/users/source.ts';
import { UiProvider } from '../../ui/theme/UiProvider.tsx';
import { hubStatus, unknownStatus } from '../hub/pageState.ts';

/** Answers that come late, twice over, or name what the form does not have. */

const { keepDraft } = draftsDevice();
const disk = async () => (await keptDrafts()).length;

const show = (dialog: React.ReactNode) => render(<UiProvider>{dialog}</UiProvider>);
const nothing = (): void => undefined;
const field = (name: string | RegExp) => page.getByRole('textbox', { name });
const press = (name: string) => page.getByRole('button', { name }).click();
/** The dialog as its page shows it: it is gone with the very press that closes it. */
function Closable({ source }: { readonly source: UsersSource }) {
  const [open, setOpen] = useState(true);
  return open && editDialog(source, 'edit', () => setOpen(false));
}
/** An answer that comes when it is told to. */
function later() {
  let answer: (given: Answer) => void = nothing;
  const promise = new Promise<Answer>((resolve) => {
    answer = resolve;
  });
  return { promise, answer };
}
/** The dialog of a new user was sent and closed, its draft is kept, and the answer is still to come. */
async function closedWhileCreating() {
  const { source, create } = platform();
  const { promise, answer } = later();
  create.mockReturnValueOnce(promise);
  const dialog = await show(addDialog(source));
  await field(/^Name/).fill('Wairimu Ndungu');
  await field('Email').fill('w@ukweli.example');
  await press('Create User');
  await vi.waitFor(async () => expect([create.mock.calls.length, await disk()]).toEqual([1, 1]));
  await dialog.unmount();
  return { source, promise, answer };
}
const conflict = refusal({ code: 'conflict', message: 'Changed.', drifted: [{ id: achieng.id, reason: 'changed' }] });
const changed: Answer = { ok: true, value: { ...achieng, email: 'a.odhiambo@ukweli.example', version: 4 } };

it('a refusal is told whatever names it gives to field and code', { tags: ['I-24', 'D-24'] }, async () => {
  const { source, create } = platform();
  create
    .mockResolvedValueOnce(refusal({ code: 'conflict', message: 'One.', fields: [{ field: 'constructor', code: 'taken' }] }))
    .mockResolvedValueOnce(refusal({ code: 'conflict', message: 'Two.', fields: [{ field: 'email', code: 'constructor' }] }));
  await show(addDialog(source));
  await field(/^Name/).fill('Wairimu Ndungu');
  await field('Email').fill('w@ukweli.example');
  await press('Create User');
  await expect.element(page.getByRole('alert')).toHaveTextContent('One.');
  await press('Create User');
  await expect.element(field('Email')).toHaveAccessibleDescription('Two.');
});

it('a refusal about a field that is not shown stands below', { tags: ['I-24', 'D-24'] }, async () => {
  const { source, create, change } = platform();
  const about = (name: string) => refusal({ code: 'conflict', message: `About ${name}.`, fields: [{ field: name, code: 'invalid' }] });
  create.mockResolvedValueOnce(about('status'));
  change.mockResolvedValueOnce(about('email'));
  const first = await show(addDialog(source));
  await field(/^Name/).fill('Wairimu Ndungu');
  await field('Email').fill('w@ukweli.example');
  await press('Create User');
  await expect.element(page.getByRole('alert')).toHaveTextContent('About status.');
  await first.unmount();
  await show(editDialog(source, 'change'));
  await page.getByRole('combobox', { name: 'Role' }).selectOptions('auditor');
  await press(usersSkins.standard.change.save);
  await expect.element(page.getByRole('alert')).toHaveTextContent('About email.');
});

it('only a conflict is compared: another refusal is told, also if it names what has drifted', { tags: ['I-15', 'D-24'] }, async () => {
  const { source, change, look } = platform();
  const drifted = [{ id: achieng.id, reason: 'changed' as const }];
  change.mockResolvedValueOnce(refusal({ code: 'forbidden', message: 'Not yours.', drifted }));
  await show(editDialog(source));
  await field(/^Name/).fill('Achieng Were');
  await press('Save Changes');
  await expect.element(page.getByRole('alert')).toHaveTextContent('Not yours.');
  expect(look).not.toHaveBeenCalled();
});

it('a conflict that comes when another person has signed in leaves what was typed out of their drafts', {
  tags: ['D-61', 'I-15'],
}, async () => {
  const { source, change, look } = platform();
  const { promise, answer } = later();
  change.mockReturnValueOnce(promise);
  look.mockResolvedValueOnce(changed);
  const dialog = await show(editDialog(source));
  await field(/^Name/).fill('Achieng Were');
  await vi.waitFor(async () => expect(await disk()).toBe(1));
  await press('Save Changes');
  await vi.waitFor(() => expect(change).toHaveBeenCalled());
  hubStatus.set({ ...unknownStatus, session: sessionOf({ ...brian, id: 'u-next' }) });
  answer(conflict);
  await vi.waitFor(() => expect(page.getByRole('button', { name: 'Save Changes' }).element()).not.toHaveAttribute('aria-busy', 'true'));
  // What was collected is handed over as the form goes.
  await dialog.unmount();
  expect(keepDraft.mock.calls.filter(([, , actor]) => actor.userId !== brian.id)).toEqual([]);
});

it('a conflict that comes after Cancel does not bring back what was given up', { tags: ['D-61', 'I-15'] }, async () => {
  const { source, change, look } = platform();
  const { promise, answer } = later();
  change.mockReturnValueOnce(promise);
  look.mockResolvedValueOnce(changed);
  await show(<Closable source={source} />);
  await field(/^Name/).fill('Achieng Were');
  await press('Save Changes');
  await vi.waitFor(() => expect(change).toHaveBeenCalled());
  await press('Cancel');
  await vi.waitFor(async () => expect(await disk()).toBe(0));
  answer(conflict);
  await vi.waitFor(() => expect(look).toHaveBeenCalled());
  // Another dialog hands over what is collected until now.
  await (await show(editDialog(source))).unmount();
  expect(keepDraft.mock.calls.at(-1)?.[1]).toEqual({});
});

it('an answer that comes after the dialog was closed leaves what was typed anew', { tags: ['D-61', 'I-14'] }, async () => {
  const { source, promise, answer } = await closedWhileCreating();
  const second = await show(addDialog(source));
  await field(/^Name/).fill('Otieno Ouma');
  await vi.waitFor(() => expect(keepDraft.mock.lastCall?.[1]).toEqual({ name: 'Otieno Ouma', email: 'w@ukweli.example' }));
  answer({ ok: true, value: achieng });
  await promise;
  await second.unmount();
  await show(addDialog(source));
  await expect.element(field(/^Name/)).toHaveValue('Otieno Ouma');
});

it('an answer that comes after the dialog was closed takes what was sent, also if the dialog is open again', {
  tags: ['D-61', 'I-14'],
}, async () => {
  const { source, answer } = await closedWhileCreating();
  await show(addDialog(source));
  await expect.element(field(/^Name/)).toHaveValue('Wairimu Ndungu');
  answer({ ok: true, value: achieng });
  await expect.element(field(/^Name/)).toHaveValue('');
  await vi.waitFor(async () => expect(await disk()).toBe(0));
});

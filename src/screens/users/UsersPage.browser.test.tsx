// Long: every case in both presentations.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { achieng, type Answer, button, ended, open, platform, refusal, said, skins, taken } from '../../../tests/builders/usersPage.tsx';
import type { AdminUser } from '../../contracts/adminUser.ts';
import type { Problem } from '../../contracts/problem.ts';
import type { Toast } from '../../ui/feedback/Toaster.tsx';
import { type UsersSkin, usersSkins } from './skins.ts';
import { deedLabels } from '../../domain/claims/told.ts';

/** Toasts are captured instead of rendered: they would cover what a test presses, and their look is tested elsewhere. */
const told = vi.hoisted(() => [] as Toast[]);
vi.mock(import('../../ui/feedback/Toaster.tsx'), async (original) => ({
  ...(await original()),
  toast: (what) => void told.push(what),
}));

const failedWith = (skin: UsersSkin, title: string, text: string) => {
  if (skin.toasts) expect(told).toContainEqual({ tone: 'bad', title, text });
  else expect(told).toEqual([]);
};

beforeEach(async () => {
  told.length = 0;
  await page.viewport(1440, 900);
});

describe.each(skins)('the $id presentation', { tags: ['D-18'] }, (skin) => {
  it('has the title, its lead, search, both filters and Add User', { tags: ['I-10'] }, async () => {
    const { last } = await open(skin, platform().source);
    await expect.element(page.getByRole('heading', { level: 1, name: 'User Management' })).toBeVisible();
    await said(skin.lead);
    const search = page.getByPlaceholder('Search by name or email...');
    await search.fill('juma');
    if (skin.search === 'button') {
      expect(last()).toBeUndefined();
      await button('Search').click();
    }
    await expect.poll(last).toMatchObject({ search: 'juma', page: 1 });
    await button(/^Role:/).click();
    await expect
      .poll(() =>
        page
          .getByRole('menuitemradio')
          .elements()
          .map((item) => item.textContent),
      )
      .toEqual(['All Roles', 'Admin', 'Bank Officer', 'Auditor', 'Operator']);
    await page.getByRole('menuitemradio', { name: 'Bank Officer' }).click();
    expect(last()).toMatchObject({ role: 'bank_ops', page: 1 });
    await button(/^Status:/).click();
    await expect
      .poll(() =>
        page
          .getByRole('menuitemradio')
          .elements()
          .map((item) => item.textContent),
      )
      .toEqual(['All Status', 'Active', 'Inactive', 'Suspended']);
    await userEvent.keyboard('{Escape}');
    await button('Add User').click();
    await expect.element(page.getByRole('dialog', { name: 'Add New User' })).toBeVisible();
  });

  it('has its columns, and acts where they may be', { tags: ['I-11', 'I-12'] }, async () => {
    const heads =
      skin.id === 'standard'
        ? ['Name', 'Email', 'Role', 'Status', 'Actions']
        : ['User', 'Role', 'Status', 'Last Login', 'Created', 'Actions'];
    const { source } = platform();
    await open(skin, source);
    expect(
      page
        .getByRole('columnheader')
        .elements()
        .map((head) => head.textContent),
    ).toEqual(heads);
    await expect.element(page.getByRole('row', { name: /Achieng Odhiambo/ })).toHaveTextContent('Bank Officer');
    const offered = page.getByRole('button', { name: new RegExp(`^${skin.remove.label} `) }).elements();
    // Deactivation is offered for active users only; 'Delete' for all, with the reason if it is not possible.
    expect(offered).toHaveLength(skin.id === 'standard' ? 3 : 2);
    await expect.element(button(`${skin.remove.label} Wanjiru Kamau`)).toHaveAttribute('aria-disabled', 'true');
  });

  it('while it loads shows boxes of five rows', { tags: ['I-11', 'I-12', 'I-25'] }, async () => {
    const { source } = platform([]);
    await open(skin, { ...source, list: { ...source.list, state: 'loading', value: null } });
    await said(skin.id === 'standard' ? 'Loading…' : 'Loading users...');
    const boxes = () => [...document.querySelectorAll('.users-table .uk-tr')].filter((row) => row.querySelector('.uk-skeleton') !== null);
    await expect.poll(() => boxes().length).toBe(5);
    if (skin.id === 'standard') expect(boxes()[0]?.querySelectorAll('.uk-td').length).toBe(5);
  });

  it('where nobody is found says so and offers what helps', { tags: ['I-11', 'I-12'] }, async () => {
    await open(skin, platform([]).source, 'q=nobody');
    await said('No users found');
    await said(skin.id === 'standard' ? 'Get started by adding your first user' : 'Try adjusting your filters or add a new user.');
    // In the header, and in the design system also in the empty list.
    expect(button('Add User').elements()).toHaveLength(skin.id === 'standard' ? 2 : 1);
    await button('Clear filters').click();
    await expect.element(page.getByPlaceholder('Search by name or email...')).toHaveValue('');
  });

  it('says that users could not be loaded over the last list, which stays', { tags: ['I-10', 'I-24'] }, async () => {
    const { source } = platform();
    const problem: Problem = { code: 'internal', message: 'It broke', retry: true };
    await open(skin, { ...source, list: { ...source.list, problem } });
    await said('Failed to load users');
    await expect.element(page.getByRole('row', { name: /Achieng/ })).toBeVisible();
    await button('Try Again').click();
    expect(source.list.refresh).toHaveBeenCalledOnce();
  });

  it('without the network the last list stays, says what it is, and nothing can be changed; with it nothing is said of the network', async () => {
    const { source } = platform();
    const { rerender } = await open(skin, source);
    await expect.element(page.getByRole('row', { name: /Achieng/ })).toBeVisible();
    expect(page.getByText(/needs the network/).elements()).toEqual([]);
    const disabledReason = 'User management needs the network, and the platform cannot be reached right now.';
    await rerender({ ...source, reached: false, disabledReason });
    await said('User management needs the network.');
    await expect.element(page.getByRole('row', { name: /Achieng/ })).toBeVisible();
    for (const name of ['Add User', `${skin.remove.label} Achieng Odhiambo`])
      await expect.element(button(name)).toHaveAttribute('aria-disabled', 'true');
  });

  it('under the kill switch an account can be deactivated, and saved where only access is taken; nothing is added or renamed', {
    tags: ['G-26', 'D-23'],
  }, async () => {
    const halted = 'The platform is in read-only mode: an account can only be deactivated, suspended or given a lower role.';
    const { source, deactivate } = platform();
    await open(skin, { ...source, halted });
    await expect.element(button('Add User')).toHaveAttribute('aria-disabled', 'true');
    await expect.element(button(`${skin.remove.label} Achieng Odhiambo`)).not.toHaveAttribute('aria-disabled', 'true');
    await button(`${skin.remove.label} Achieng Odhiambo`).click();
    await button(skin.remove.confirm).click();
    await vi.waitFor(() => expect(deactivate).toHaveBeenCalledOnce());
    const other = platform();
    await open(skin, { ...other.source, halted }, 'edit=usr-1');
    const dialog = page.getByRole('dialog', { name: skin.edit.title });
    const save = dialog.getByRole('button', { name: skin.edit.save });
    await dialog.getByLabelText('Name').fill('Another Name');
    await expect.element(save).toHaveAttribute('aria-disabled', 'true');
    await expect.element(save).toHaveAccessibleDescription(halted);
    await dialog.getByLabelText('Name').fill('Achieng Odhiambo');
    if (!skin.edit.fields.includes('status')) return;
    await dialog.getByLabelText('Status').selectOptions('suspended');
    await save.click();
    await vi.waitFor(() => expect(other.change).toHaveBeenCalledWith(achieng, { status: 'suspended' }));
  });

  it('adds a user: rules in the document’s words, what a role opens, the platform’s refusal, its own words for silence', {
    tags: ['I-14', 'I-22', 'I-24'],
  }, async () => {
    const { source, create } = platform();
    create.mockResolvedValueOnce(taken).mockResolvedValueOnce(refusal({ message: '' }));
    await open(skin, source, 'add=new');
    const dialog = page.getByRole('dialog', { name: 'Add New User' });
    if (skin.id === 'standard') await said('Create a new user account');
    await expect.element(dialog.getByText('Site monitoring and data verification')).toBeVisible();
    await dialog.getByLabelText('Role').selectOptions('auditor');
    await expect.element(dialog.getByText('Read-only access to compliance and audit logs')).toBeVisible();
    await expect
      .element(dialog.getByRole('group', { name: 'Permissions preview' }))
      .toHaveTextContent(/Audit logs.*Compliance reports.*Verification history/);
    await dialog.getByRole('button', { name: 'Create User' }).click();
    for (const words of ['Name is required', 'Email is required']) await expect.element(dialog.getByText(words)).toBeVisible();
    await dialog.getByLabelText(skin.create.nameLabel).fill('A');
    await dialog.getByLabelText('Email').fill('a b@c');
    await dialog.getByRole('button', { name: 'Create User' }).click();
    for (const words of ['Name must be at least 2 characters', 'Invalid email format'])
      await expect.element(dialog.getByText(words)).toBeVisible();
    expect(create).not.toHaveBeenCalled();

    await dialog.getByLabelText(skin.create.nameLabel).fill(' Wairimu Ndungu ');
    await dialog.getByLabelText('Email').fill('wairimu@ukweli.example');
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog.getByText('This email is already in use')).toBeVisible();
    const sent = { email: 'wairimu@ukweli.example', name: 'Wairimu Ndungu', role: 'auditor' };
    expect(create).toHaveBeenLastCalledWith(skin.id === 'standard' ? sent : { ...sent, status: 'active' });
    await dialog.getByRole('button', { name: 'Create User' }).click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('Failed to create user');
    failedWith(skin, 'Failed to create user', 'This email is already in use');
    failedWith(skin, 'Failed to create user', 'Unknown error');
    // While sending, the button says so and ignores further presses.
    let answer: (answer: Answer) => void = () => undefined;
    create.mockReturnValueOnce(new Promise<Answer>((resolve) => void (answer = resolve)));
    await dialog.getByRole('button', { name: 'Create User' }).click();
    await expect.element(dialog.getByRole('button', { name: 'Creating...' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Creating...' }).click({ force: true });
    expect(create).toHaveBeenCalledTimes(3);
    answer({ ok: true, value: achieng });
    await expect.poll(() => dialog.elements().length).toBe(0);
    await ended(told, skin, 'User created successfully');
  });

  it('edits a user: changes listed, warnings, only what changed is sent, nothing where nothing changed', {
    tags: ['I-15', 'I-24'],
  }, async () => {
    const { source, change } = platform();
    await open(skin, source, 'edit=usr-1');
    const dialog = page.getByRole('dialog', { name: 'Edit User' });
    await expect.element(dialog.getByText(/achieng@ukweli\.example/)).toBeVisible();
    const save = dialog.getByRole('button', { name: skin.id === 'standard' ? 'Save Changes' : 'Save', exact: true });
    await expect.element(save).toBeDisabled();
    await dialog.getByLabelText('Name').fill('Achieng Were');
    const wanted: Record<string, string> = { name: 'Achieng Were' };
    if (skin.id === 'standard') {
      // The document's form has no role control; the role is shown as text.
      expect(dialog.getByLabelText('Role').elements()).toHaveLength(0);
      await dialog.getByLabelText('Email').fill('were@ukweli.example');
      wanted['email'] = 'were@ukweli.example';
    } else {
      await dialog.getByLabelText('Role').selectOptions('auditor');
      await expect.element(dialog.getByText('Changing role will update user permissions')).toBeVisible();
      await dialog.getByLabelText('Status').selectOptions('inactive');
      await expect.element(dialog.getByText('User will not be able to log in')).toBeVisible();
      wanted['role'] = 'auditor';
      wanted['status'] = 'inactive';
    }
    const list = dialog.getByRole('group', { name: 'Changes to be made' });
    await expect.element(list).toHaveTextContent(/Name\s*Achieng Odhiambo\s*Achieng Were/);
    expect(list.getByRole('listitem').elements()).toHaveLength(Object.keys(wanted).length);
    change.mockResolvedValueOnce(refusal({ message: 'The last active administrator cannot be deactivated or demoted', code: 'conflict' }));
    change.mockResolvedValueOnce(refusal({ message: '' }));
    await save.click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('The last active administrator cannot be deactivated or demoted');
    expect(change).toHaveBeenLastCalledWith(achieng, wanted);
    await save.click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('Failed to update user');
    await save.click();
    failedWith(skin, 'Failed to update user', 'Unknown error');
    await ended(told, skin, 'User updated successfully');
    await expect.poll(() => dialog.elements().length).toBe(0);
  });

  it('changes what the document’s Edit User leaves out, as an act of the row: each presentation can do all that the platform can', {
    tags: ['G-27'],
  }, async () => {
    const { source, change } = platform();
    const { last } = await open(skin, source, 'q=a');
    await button(`${skin.change.title}: Achieng Odhiambo`).click();
    expect(last()?.open).toEqual({ kind: 'change', id: 'usr-1' });
    const dialog = page.getByRole('dialog', { name: skin.change.title });
    await expect.element(dialog.getByText(/Achieng Odhiambo · achieng@ukweli\.example/)).toBeVisible();
    expect([...skin.edit.fields, ...skin.change.fields].toSorted()).toEqual(['email', 'name', 'role', 'status']);
    const wanted: Record<string, string> = {};
    if (skin.change.fields.includes('role')) {
      await dialog.getByLabelText('Role').selectOptions('auditor');
      await dialog.getByLabelText('Status').selectOptions('inactive');
      await expect.element(dialog.getByText('User will not be able to log in')).toBeVisible();
      Object.assign(wanted, { role: 'auditor', status: 'inactive' });
    } else {
      await dialog.getByLabelText('Email').fill('were@ukweli.example');
      wanted['email'] = 'were@ukweli.example';
    }
    await dialog.getByRole('button', { name: skin.change.save, exact: true }).click();
    await ended(told, skin, 'User updated successfully');
    expect(change).toHaveBeenLastCalledWith(achieng, wanted);
  });

  it('shows the address that waits, says of a new one when it counts, and takes one back', { tags: ['G-25'] }, async () => {
    const seen: AdminUser = { ...achieng, last_login_at: '2026-11-18T08:12:00Z' };
    const waiting: AdminUser = { ...seen, pendingEmail: 'mistyped@elsewhere.example' };
    const { source, change } = platform([waiting]);
    const kind = skin.edit.fields.includes('email') ? 'edit' : 'change';
    await open(skin, source, `${kind}=usr-1`);
    const dialog = page.getByRole('dialog', { name: skin[kind].title });
    await expect.element(dialog.getByText('mistyped@elsewhere.example')).toBeVisible();
    change.mockResolvedValueOnce({ ok: true, value: { ...seen, pendingEmail: null } });
    await dialog.getByRole('button', { name: 'Cancel change' }).click();
    expect(change).toHaveBeenLastCalledWith(waiting, { email: achieng.email });
    await expect.poll(() => dialog.getByText('mistyped@elsewhere.example').elements().length).toBe(0);
    await dialog.getByLabelText('Email').fill('were@ukweli.example');
    await expect.element(dialog.getByText(/is used once its link has been opened/)).toBeVisible();
    change.mockResolvedValueOnce({ ok: true, value: { ...seen, pendingEmail: 'were@ukweli.example' } });
    await dialog.getByRole('button', { name: skin[kind].save, exact: true }).click();
    await ended(told, skin, 'A link to confirm the new address is being sent');
  });

  it('leads to the other presentation with what is searched for', { tags: ['G-27'] }, async () => {
    const { source } = platform();
    const other = { screen: 'usersComplete', label: 'All columns' } as const;
    await open(skin, source, 'q=achieng&role=bank_ops', { other });
    const link = page.getByRole('link', { name: other.label });
    await expect.element(link).toHaveAttribute('href', '/admin/users-complete?q=achieng&role=bank_ops');
    await open(skin, source, '', { other });
    await expect.element(link.last()).toHaveAttribute('href', '/admin/users-complete');
  });

  it('nothing changed: Enter closes the form without a call', { tags: ['I-15'] }, async () => {
    const { source, change } = platform();
    await open(skin, source, 'edit=usr-1');
    const dialog = page.getByRole('dialog', { name: 'Edit User' });
    await dialog.getByLabelText('Name').click();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => dialog.elements().length).toBe(0);
    expect(change).not.toHaveBeenCalled();
  });

  it('shows what somebody else changed beside what is changed here, and saves over it only when asked again', {
    tags: ['I-15'],
  }, async () => {
    const { source, change, look } = platform();
    const now: AdminUser = { ...achieng, name: 'Achieng O.', version: 4 };
    look.mockResolvedValue({ ok: true, value: now });
    change.mockResolvedValueOnce(refusal({ code: 'conflict', message: 'changed', drifted: [{ id: achieng.id, reason: 'changed' }] }));
    await open(skin, source, 'edit=usr-1');
    const dialog = page.getByRole('dialog', { name: 'Edit User' });
    await dialog.getByLabelText('Name').fill('Achieng Were');
    const save = dialog.getByRole('button', { name: /^Save/ });
    await save.click();
    const drift = dialog.getByRole('table', { name: 'Changed meanwhile' });
    await expect.element(drift).toHaveTextContent(/Name\s*Achieng Odhiambo\s*Achieng O\.\s*Achieng Were/);
    await expect.element(dialog.getByRole('group', { name: 'Changes to be made' })).toHaveTextContent(/Achieng O\.\s*Achieng Were/);
    await save.click();
    expect(change).toHaveBeenLastCalledWith(now, { name: 'Achieng Were' });
  });

  it('asks before it deactivates, begins at Cancel, and says what went wrong', { tags: ['I-16', 'I-24'] }, async () => {
    const { source, deactivate } = platform();
    deactivate
      .mockResolvedValueOnce(refusal({ message: '' }))
      .mockResolvedValueOnce(refusal({ message: 'You cannot deactivate your own account' }));
    await open(skin, source, 'remove=usr-1');
    const question = page.getByRole('alertdialog', { name: skin.id === 'standard' ? 'Delete User' : 'Deactivate User' });
    if (skin.id === 'standard') {
      await said('Are you sure you want to delete Achieng Odhiambo? This action cannot be undone.');
      await said('An administrator can reactivate the account.');
    } else await said('Are you sure you want to deactivate this user?');
    await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    const go = question.getByRole('button', { name: skin.id === 'standard' ? 'Delete User' : 'Deactivate', exact: true });
    await go.click();
    await expect
      .element(question.getByRole('alert'))
      .toHaveTextContent(skin.id === 'standard' ? 'Failed to delete user' : 'Failed to deactivate user');
    await go.click();
    await expect.element(question.getByRole('alert')).toHaveTextContent('You cannot deactivate your own account');
    await go.click();
    await expect.poll(() => question.elements().length).toBe(0);
    expect(deactivate).toHaveBeenCalledTimes(3);
    expect(deactivate).toHaveBeenLastCalledWith(achieng);
    failedWith(skin, skin.remove.failed, 'Unknown error');
    await ended(told, skin, deedLabels[skin.remove.done]);
  });
});

it('the design system tells of every load how it ended; the older presentations show it alone', { tags: ['I-24'] }, async () => {
  const { source } = platform();
  await open(usersSkins.standard, source);
  expect(told).toMatchObject([{ claim: { answer: 'yes', word: 'Users loaded successfully' } }]);
  await open(usersSkins.older, source);
  expect(told).toHaveLength(1);
  for (const message of ['It broke', '']) {
    const problem: Problem = { code: 'internal', message, retry: true };
    await open(usersSkins.standard, { ...source, list: { ...source.list, state: 'failed', value: null, problem } });
    expect(told.at(-1)).toEqual({ tone: 'bad', title: 'Failed to load users', text: message === '' ? 'Unknown error' : message });
  }
});

it('a link that comes and goes tells nobody again of what was told; a press does, and so does another end', {
  tags: ['I-24'],
}, async () => {
  const { source } = platform();
  const { rerender } = await open(usersSkins.standard, source);
  const loaded = { claim: { word: 'Users loaded successfully' } };
  for (const change of [{ reached: false }, {}, { reached: false }, {}]) await rerender({ ...source, ...change });
  expect(told).toMatchObject([loaded]);
  for (const busy of [true, false]) await rerender({ ...source, list: { ...source.list, busy } });
  expect(told).toMatchObject([loaded, loaded]);
  const problem: Problem = { code: 'internal', message: 'It broke', retry: true };
  for (let times = 0; times < 3; times += 1) {
    await rerender({ ...source, list: { ...source.list, problem } });
    await rerender({ ...source, reached: false });
  }
  expect(told.slice(2)).toEqual([{ tone: 'bad', title: 'Failed to load users', text: 'It broke' }]);
  await rerender(source);
  expect(told).toHaveLength(4);
});

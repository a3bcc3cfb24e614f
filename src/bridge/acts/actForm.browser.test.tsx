import '../../ui/theme/tokens.css';
import '../../ui/theme/base.css';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { draftsDevice, keptDrafts } from '../../../tests/builders/draftsDevice.ts';
import { brian } from '../../../tests/builders/fakePlatform.ts';
import { achieng, addDialog, editDialog, platform, refusal } from '../../../tests/builders/usersPage.tsx';
import { valueOf } from '../../../tests/builders/valueOf.ts';
import { ViewsDialog } from '../../app/views/ViewsDialog.tsx';
import type { Display } from '../../contracts/display.ts';
import type { Profile } from '../../contracts/identity.ts';
import type { SavedView } from '../../contracts/savedView.ts';
import { EditDialog } from '../../screens/displays/EditDialog.tsx';
import { PairDialog } from '../../screens/displays/PairDialog.tsx';
import { KillSwitchDialog } from '../../screens/incidents/KillSwitchDialog.tsx';
import { EditProfileDialog } from '../../screens/profile/EditProfileDialog.tsx';
import { readDraft } from '../../store/readDraft.ts';
import { UiProvider } from '../../ui/theme/UiProvider.tsx';

const { store } = draftsDevice();
const kept = (key: string) => readDraft(key).then((draft) => draft?.texts ?? null);

const show = (dialog: React.ReactNode) => render(<UiProvider>{dialog}</UiProvider>);
const nothing = () => undefined;
const profile: Profile = {
  id: brian.id,
  name: 'Wanjiru Kamau',
  email: 'a@ukweli.example',
  role: 'admin',
  status: 'active',
  createdAt: '2025-01-01T00:00:00Z',
  lastLogin: null,
  pendingEmail: null,
  hasPassword: true,
  version: 1,
  lastUpdated: '2025-01-01T00:00:00Z',
};
const display: Display = {
  displayId: 'dsp-1',
  version: 1,
  name: 'Control room',
  playlist: ['operations', 'schools'],
  dwellS: 20,
  theme: 'dark',
  device: 'Chrome on Linux',
  approvedAt: '2025-01-01T00:00:00Z',
  approvedBy: 'A',
  build: null,
  viewport: null,
  frame: null,
  seenAt: null,
  transport: null,
};
const field = (name: string | RegExp) => page.getByRole('textbox', { name });

it('a user who is being added is still there when the dialog opens again, and gone once it is discarded or cancelled', {
  tags: ['D-61'],
}, async () => {
  const first = await show(addDialog());
  await field(/^Name/).fill('Wairimu Ndungu');
  await page.getByRole('combobox', { name: 'Role' }).selectOptions('auditor');
  await vi.waitFor(async () =>
    expect(await kept('users.add:')).toEqual({ name: 'Wairimu Ndungu', role: 'auditor', 'role said': 'operator' }),
  );
  await first.unmount();
  const second = await show(addDialog());
  await expect.element(field(/^Name/)).toHaveValue('Wairimu Ndungu');
  await expect.element(page.getByRole('combobox', { name: 'Role' })).toHaveValue('auditor');
  await expect.element(page.getByText(/^Typed /)).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect.element(field(/^Name/)).toHaveValue('');
  await vi.waitFor(async () => expect(await kept('users.add:')).toBeNull());
  await field(/^Name/).fill('Never mind');
  await vi.waitFor(async () => expect(await kept('users.add:')).not.toBeNull());
  await page.getByRole('button', { name: 'Cancel' }).click();
  await vi.waitFor(async () => expect(await kept('users.add:')).toBeNull());
  await second.unmount();
});

it('what was sent is no draft any more, also if it was a kept one that nobody typed on', { tags: ['D-61'] }, async () => {
  const { source, create } = platform();
  valueOf(await store().keepDraft({ key: 'users.add:', texts: { name: 'Wairimu Ndungu', email: 'w@ukweli.example' }, at: 1 }));
  await show(addDialog(source));
  await expect.element(field('Email')).toHaveValue('w@ukweli.example');
  await page.getByRole('button', { name: 'Create User' }).click();
  await vi.waitFor(() => expect(create).toHaveBeenCalledWith({ name: 'Wairimu Ndungu', email: 'w@ukweli.example', role: 'operator' }));
  await vi.waitFor(async () => expect(await keptDrafts()).toEqual([]));
});

it('a draft that is there when the form is sent at once is judged as it is shown', { tags: ['D-61', 'I-21'] }, async () => {
  const { source, create } = platform();
  valueOf(await store().keepDraft({ key: 'users.add:', texts: { name: 'W', email: 'not an address' }, at: 1 }));
  await show(addDialog(source));
  await expect.element(field(/^Name/)).toHaveValue('W');
  await page.getByRole('button', { name: 'Create User' }).click();
  await expect.element(page.getByText('Name must be at least 2 characters')).toBeVisible();
  await expect.element(page.getByText('Invalid email format')).toBeVisible();
  expect(create).not.toHaveBeenCalled();
});

it('one dialog of a user does not send what was typed in the other, which it does not show', { tags: ['D-61', 'I-15'] }, async () => {
  const first = await show(editDialog(platform().source, 'change'));
  await page.getByRole('combobox', { name: 'Role' }).selectOptions('auditor');
  await vi.waitFor(async () => expect(await keptDrafts()).toHaveLength(1));
  await first.unmount();
  const { source, change } = platform();
  const second = await show(editDialog(source));
  await field(/^Name/).fill('Achieng Were');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await vi.waitFor(() => expect(change).toHaveBeenCalledWith(achieng, { name: 'Achieng Were' }));
  await second.unmount();
  await show(editDialog(platform().source, 'change'));
  await expect.element(page.getByRole('combobox', { name: 'Role' })).toHaveValue('auditor');
});

it('a refusal stands at the field that its code names, in our words; one without a field stands below, whatever it says of an email', {
  tags: ['I-24', 'D-24'],
}, async () => {
  const { source, create } = platform();
  create
    .mockResolvedValueOnce(refusal({ code: 'conflict', message: 'Exists.', fields: [{ field: 'email', code: 'taken' }] }))
    .mockResolvedValueOnce(refusal({ code: 'conflict', message: 'Not of this century.', fields: [{ field: 'email', code: 'tooOld' }] }))
    .mockResolvedValueOnce(refusal({ code: 'conflict', message: 'The email of the owner is not confirmed.' }));
  await show(addDialog(source));
  await field(/^Name/).fill('Wairimu Ndungu');
  await field('Email').fill('w@ukweli.example');
  const send = page.getByRole('button', { name: 'Create User' });
  await send.click();
  await expect.element(field('Email')).toHaveAccessibleDescription('This email is already in use');
  await expect.element(field('Email')).toHaveFocus();
  // It stays while another field is changed, and goes with the field's own change.
  await field(/^Name/).fill('Wairimu N.');
  await expect.element(field('Email')).toHaveAttribute('aria-invalid', 'true');
  await field('Email').fill('w@elsewhere.example');
  await expect.element(field('Email')).not.toHaveAttribute('aria-invalid');
  await send.click();
  await expect.element(field('Email')).toHaveAccessibleDescription('Not of this century.');
  await send.click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('The email of the owner is not confirmed.');
  await expect.element(field('Email')).not.toHaveAttribute('aria-invalid');
});

it('the first wrong field gets the focus, and a mistake goes as soon as it is corrected', { tags: ['I-21'] }, async () => {
  await show(addDialog());
  await field('Email').fill('w@ukweli.example');
  await userEvent.keyboard('{Enter}');
  await expect.element(field(/^Name/)).toHaveFocus();
  await expect.element(field(/^Name/)).toHaveAccessibleDescription('Name is required');
  await userEvent.keyboard('W');
  await expect.element(field(/^Name/)).toHaveAccessibleDescription('Name must be at least 2 characters');
  await userEvent.keyboard('a');
  await expect.element(field(/^Name/)).not.toHaveAttribute('aria-invalid');
});

it('of several wrong fields the one that stands first gets the focus, in whatever order the form’s row names them', {
  tags: ['I-21'],
}, async () => {
  await show(addDialog());
  await page.getByRole('button', { name: 'Create User' }).click();
  await expect.element(field('Email')).toHaveAccessibleDescription('Email is required');
  await expect.element(field(/^Name/)).toHaveFocus();
});

it('of the profile the name and the address are kept, and the password never', { tags: ['D-61', 'D-22'] }, async () => {
  const first = await show(<EditProfileDialog profile={profile} onClose={nothing} />);
  await field('Full Name').fill('Wanjiru K.');
  await field('Email Address').fill('w@elsewhere.example');
  await page.getByLabelText('Current password').fill('Mlima-Kenya-5199!');
  await vi.waitFor(async () =>
    expect(await kept('profile.edit:')).toEqual({
      name: 'Wanjiru K.',
      'name said': 'Wanjiru Kamau',
      email: 'w@elsewhere.example',
      'email said': 'a@ukweli.example',
    }),
  );
  await first.unmount();
  expect(JSON.stringify(await keptDrafts())).not.toContain('Mlima');
  await show(<EditProfileDialog profile={profile} onClose={nothing} />);
  await expect.element(field('Email Address')).toHaveValue('w@elsewhere.example');
  await expect.element(page.getByLabelText('Current password')).toHaveValue('');
});

it('a display’s name and the order of its playlist are kept, and the code on the wall is not', { tags: ['D-61', 'K-10'] }, async () => {
  const first = await show(<EditDialog display={display} blocked={null} onClose={nothing} />);
  await page.getByRole('checkbox', { name: 'Operations' }).click();
  await page.getByRole('checkbox', { name: 'Operations' }).click();
  await vi.waitFor(async () =>
    expect(await kept('displays.edit:dsp-1')).toEqual({ playlist: 'schools operations', 'playlist said': 'operations schools' }),
  );
  await first.unmount();
  const second = await show(<EditDialog display={display} blocked={null} onClose={nothing} />);
  await expect.element(page.getByText(/^Typed /)).toBeVisible();
  await vi.waitFor(() =>
    expect(
      page
        .getByRole('checkbox')
        .elements()
        .slice(0, 2)
        .map((box) => (box as HTMLInputElement).labels?.[0]?.textContent),
    ).toEqual(['Schools', 'Operations']),
  );
  await second.unmount();
  await show(<PairDialog code="" blocked={null} onClose={nothing} />);
  await field('Code on the wall').fill('BCDFGHJK');
  await expect.element(field('Code on the wall')).toHaveValue('BCDF-GHJK');
  expect(JSON.stringify(await keptDrafts())).not.toMatch(/BCDF/);
});

it('the typed word of the kill switch is not kept, and its reason is', { tags: ['D-61', 'D-23'] }, async () => {
  await show(<KillSwitchDialog act="stop" held={{ state: 'off' }} disabledReason={null} onClose={nothing} />);
  await field(/^Type STOP/).fill('STOP');
  await field('Reason').fill('A leak in the pipeline');
  await vi.waitFor(async () => expect(await kept('killSwitch.stop:')).toEqual({ reason: 'A leak in the pipeline' }));
});

it('the name of a view is kept, of each view its own', { tags: ['D-61'] }, async () => {
  const view: SavedView = {
    viewId: 'view-1',
    screen: 'incidents',
    name: 'Open',
    query: 'status=open',
    updatedAt: '2025-01-01T00:00:00Z',
    version: 1,
  };
  const dialog = (
    <ViewsDialog screen="incidents" filters="q=pump" own={[view]} saved={{ views: [view], disabledReason: null }} onClose={nothing} />
  );
  const first = await show(dialog);
  await field('Name of this view').fill('Pumps');
  await page.getByRole('button', { name: 'Rename' }).click();
  await expect.element(field(/^New name/)).toHaveValue('Open');
  await field(/^New name/).fill('All open');
  await vi.waitFor(async () => expect(await kept('views.name:view-1')).toEqual({ name: 'All open', 'name said': 'Open' }));
  await first.unmount();
  await show(dialog);
  await expect.element(field('Name of this view')).toHaveValue('Pumps');
});

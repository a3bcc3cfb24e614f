import { describe, expect, it } from 'vitest';
import type { AdminUser } from '../../contracts/adminUser.ts';
import { queryOf } from '../../domain/screens/address.ts';
import { readAddress } from '../../domain/screens/readAddress.ts';
import { addressChange, usersAddress } from './address.ts';
import { disabledBecauseOf, haltedBy } from './disabledReasons.ts';
import {
  changesOf,
  changeToSend,
  driftOf,
  editedUserSchema,
  emptyForm,
  formOf,
  initialOf,
  newUserSchema,
  rebased,
  roleAbout,
  roleOptions,
  statusOptions,
  userFormOf,
  userInput,
  warningsOf,
} from './model.ts';
import { mistakeLabels } from '../../domain/screens/formLabels.ts';
import type { FormTexts } from '../../domain/screens/forms.ts';
import { type FormSchema, readForm } from '../../domain/screens/readForm.ts';
import { usersSkins } from './skins.ts';

const user: AdminUser = {
  id: 'usr-1',
  email: 'achieng@ukweli.example',
  name: 'Achieng Odhiambo',
  role: 'bank_ops',
  status: 'active',
  last_login_at: null,
  created_at: '2025-01-01T00:00:00Z',
  version: 3,
};
const wrongIn = (schema: FormSchema<unknown>, form: FormTexts<'users.edit'>) => {
  const read = readForm(schema, form, userInput(form));
  return read.ok ? {} : mistakeLabels('users.edit', read.mistakes);
};
const all = ['email', 'name', 'role', 'status'] as const;

describe('forms', () => {
  it('a new user’s opens empty, as an operator, active', { tags: ['I-18'] }, () => {
    expect(emptyForm).toEqual({ email: '', name: '', role: 'operator', status: 'active' });
  });

  it('says what is wrong in the document’s words, field by field', { tags: ['I-21', 'I-24'] }, () => {
    for (const schema of [newUserSchema, editedUserSchema(all)]) {
      expect(wrongIn(schema, emptyForm)).toEqual({ email: 'Email is required', name: 'Name is required' });
      expect(wrongIn(schema, { ...emptyForm, email: ' a b@c.example', name: ' A ', role: '' })).toEqual({
        email: 'Invalid email format',
        name: 'Name must be at least 2 characters',
        role: 'Role is required',
      });
      expect(wrongIn(schema, { ...emptyForm, email: ' a@c.example ', name: 'Al' })).toEqual({});
    }
    expect(wrongIn(editedUserSchema(['name', 'role', 'status']), { ...emptyForm, name: 'Al' })).toEqual({});
  });

  it('a role that was typed into a draft and is none any more has to be chosen again', { tags: ['D-61'] }, () => {
    expect(userFormOf({ ...emptyForm, role: 'owner', status: 'asleep' })).toEqual(userFormOf({ ...emptyForm, role: '' }));
  });

  it('roles and states have the document’s names', { tags: ['I-22'] }, () => {
    expect(roleOptions.map(({ label }) => label)).toEqual(['Admin', 'Bank Officer', 'Auditor', 'Operator']);
    expect(statusOptions.map(({ label }) => label)).toEqual(['Active', 'Inactive', 'Suspended']);
  });

  it.each([
    ['admin', 'full access including user management (user management, system settings, audit logs, all dashboards)'],
    [
      'bank_ops',
      'portfolio, compliance and verification (portfolio dashboard, compliance reports, verification status, evidence downloads)',
    ],
    ['auditor', 'read-only access to compliance and audit logs (audit logs, compliance reports, verification history, all read-only)'],
    ['operator', 'site monitoring and data verification (site monitoring, data verification, alert management)'],
  ] as const)('%s is described and previewed in the document’s words, every one of them', { tags: ['M-13', 'I-22'] }, (role, document) => {
    const { description, permissions } = roleAbout[role];
    expect(`${description} (${permissions.join(', ')})`.toLowerCase()).toBe(document);
    // The document has them within a sentence; the form starts each with a capital.
    for (const words of [description, ...permissions]) expect(words).toMatch(/^[A-Z]/);
  });
});

describe('an edit', () => {
  it('lists and sends what differs, trimmed, and nothing else', { tags: ['I-15'] }, () => {
    expect(changesOf(user, { ...formOf(user), name: ' Achieng Odhiambo ' })).toEqual([]);
    const form = { ...formOf(user), name: ' Achieng Were ', role: 'auditor' as const };
    expect(changesOf(user, form)).toEqual([
      { field: 'name', label: 'Name', from: 'Achieng Odhiambo', to: 'Achieng Were' },
      { field: 'role', label: 'Role', from: 'Bank Officer', to: 'Auditor' },
    ]);
    expect(changeToSend(user, form)).toEqual({ name: 'Achieng Were', role: 'auditor' });
  });

  it('warns of what a role and a state bring', { tags: ['I-15'] }, () => {
    expect(warningsOf(user, formOf(user))).toEqual([]);
    expect(warningsOf(user, { ...formOf(user), role: 'admin', status: 'inactive' })).toEqual([
      'Changing role will update user permissions',
      'User will not be able to log in',
    ]);
    expect(warningsOf({ ...user, status: 'inactive' }, formOf(user))).toEqual([]);
  });

  it('over a stale account shows what was, is and is wanted, keeps what was touched and follows the rest', () => {
    const now: AdminUser = { ...user, name: 'Achieng O.', role: 'operator', version: 4 };
    const form = { ...formOf(user), role: 'auditor' as const };
    expect(driftOf(user, now, form)).toEqual([
      { field: 'name', label: 'Name', was: 'Achieng Odhiambo', now: 'Achieng O.', mine: null },
      { field: 'role', label: 'Role', was: 'Bank Officer', now: 'Operator', mine: 'Auditor' },
    ]);
    const next = rebased(user, now, form);
    expect(next).toMatchObject({ name: 'Achieng O.', role: 'auditor' });
    expect(changeToSend(now, next)).toEqual({ role: 'auditor' });
  });
});

describe('the address', () => {
  it('keeps what is asked for, and leaves out what is as it opens or not known', () => {
    const asked = 'q=achieng&role=bank_ops&status=active&sort=-last_login_at&page=2&open=usr-1';
    const again = (query: string) => queryOf('users', addressChange(usersAddress(readAddress('users', new URLSearchParams(query)))));
    expect(again(asked)).toBe(asked);
    for (const dialog of ['change=usr-1', 'access=usr-1', 'remove=usr-1', 'add=new']) expect(again(dialog)).toBe(dialog);
    expect(again('edit=usr-1')).toBe('open=usr-1');
    for (const unknown of ['role=root', 'status=x', 'sort=password', 'page=0', 'page=1.5', ''])
      expect([unknown, again(unknown)]).toEqual([unknown, '']);
  });
});

describe('who may change', () => {
  const status = {
    connection: { state: 'connected' },
    session: { phase: 'signedIn', confirmed: true },
    killSwitch: null,
  } as unknown as Parameters<typeof disabledBecauseOf>[0] & Parameters<typeof haltedBy>[0]; // the fields the functions use
  it('needs the network and a confirmed session; under the kill switch only what shuts out is left, and is not barred', {
    tags: ['G-26'],
  }, () => {
    expect(disabledBecauseOf(status)).toBeNull();
    expect(disabledBecauseOf({ ...status, connection: { ...status.connection, state: 'disconnected' } } as typeof status)).toContain(
      'needs the network',
    );
    expect(haltedBy(status)).toBeNull();
    const halted = { ...status, killSwitch: { active: true } } as typeof status;
    expect([disabledBecauseOf(halted), haltedBy(halted)]).toEqual([
      null,
      expect.stringContaining('only be deactivated, suspended or given a lower role'),
    ]);
  });
});

describe('the presentations', () => {
  it('are data: columns, words and questions of the document', { tags: ['I-11', 'I-12', 'I-16', 'D-18'] }, () => {
    expect(usersSkins.standard.columns).toEqual(['name', 'email', 'role', 'status', 'actions']);
    expect(usersSkins.older.columns).toHaveLength(6);
    expect(usersSkins.standard.remove.question('Achieng')).toBe('Are you sure you want to delete Achieng? This action cannot be undone.');
    expect(usersSkins.older.remove.question('Achieng')).toBe('Are you sure you want to deactivate this user?');
    expect([usersSkins.standard.lead, usersSkins.older.lead, usersSkins.morphic.lead]).toEqual([
      'Manage users, roles, and permissions',
      'Manage user accounts and permissions',
      'Manage user accounts and permissions with style',
    ]);
    expect(JSON.stringify(usersSkins)).not.toMatch(/\/api|\/admin/);
    expect(initialOf(' achieng')).toBe('A');
  });
});

import type { AdminUser } from '../../contracts/adminUser.ts';
import { column, type ExportSheet } from './sheet.ts';

export const userSheet: ExportSheet<AdminUser> = {
  columns: [
    column('id', 'Account', ({ id }) => id),
    column('name', 'Name', ({ name }) => name),
    column('email', 'Email', ({ email }) => email),
    column('role', 'Role', ({ role }) => role),
    column('status', 'Status', ({ status }) => status),
    column('lastLoginAt', 'Last login (UTC)', ({ last_login_at }) => last_login_at),
    column('createdAt', 'Created (UTC)', ({ created_at }) => created_at),
  ],
};

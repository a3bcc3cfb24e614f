import { loginRoleSchema } from './access.ts';
import { countSchema, idSchema, isoTimeSchema } from './primitives.ts';
import { z } from './zod.ts';

/** States of an account (identity document, section 3). Only an active one gets in. */
export const userStatuses = ['active', 'inactive', 'suspended'] as const;
export const userStatusSchema = z.enum(userStatuses);
export type UserStatus = z.infer<typeof userStatusSchema>;

/** An account as an administrator sees it. `version` moves with every change of the four fields, whoever makes it; a change names the one it was made over. */
export const adminUserSchema = z.object({
  id: idSchema,
  email: z.string(),
  name: z.string(),
  role: loginRoleSchema,
  status: userStatusSchema,
  last_login_at: z.nullable(isoTimeSchema),
  created_at: isoTimeSchema,
  version: countSchema,
});
export type AdminUser = z.infer<typeof adminUserSchema>;

/** Answer of GET /api/v1/admin/users. */
export const adminUsersResponseSchema = z.object({
  users: z.array(adminUserSchema),
  pagination: z.object({ page: countSchema, limit: countSchema, total: countSchema, totalPages: countSchema }),
});
export type AdminUsersPage = z.infer<typeof adminUsersResponseSchema>;

/** Answer of every change: the account as it is now. */
export const adminUserAnswerSchema = z.object({ user: adminUserSchema });

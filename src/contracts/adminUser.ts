import { loginRoleSchema } from './access.ts';
import { countSchema, idSchema, isoTimeSchema, versionSchema } from './primitives.ts';
import { userLetterSchema } from './userLetter.ts';
import { z } from './zod.ts';

/** States of an account (identity document, section 3). Only an active one gets in. */
export const userStatuses = ['active', 'inactive', 'suspended'] as const;
export const userStatusSchema = z.enum(userStatuses);
export type UserStatus = z.infer<typeof userStatusSchema>;

/** An account as an administrator sees it. `version` moves with every change of the four fields, whoever makes it; a change names the one it was made over, and none where
 * there is none: then whatever stands is changed, as in the document. */
export const adminUserSchema = z.object({
  id: idSchema,
  email: z.string(),
  name: z.string(),
  role: loginRoleSchema,
  status: userStatusSchema,
  /** Null: never. Absent, as in the newer table of the documents: not told, which is not never. */
  last_login_at: z.optional(z.nullable(isoTimeSchema)),
  /** Absent: not told. */
  created_at: z.optional(isoTimeSchema),
  version: versionSchema,
  /** A new address that an administrator or the owner asked for, which waits until it has confirmed itself; null where none does. Absent: not told. */
  pendingEmail: z.optional(z.nullable(z.string())),
  /** The newest letters about the account, newest first. Absent: not told. */
  letters: z.optional(z.array(userLetterSchema)),
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

import { loginRoleSchema } from './access.ts';
import { countSchema, idSchema, isoTimeSchema, versionSchema } from './primitives.ts';
import { userLetterSchema } from './userLetter.ts';
import { z } from './zod.ts';

/** Account states (identity document, section 3). Only an active account can sign in. */
export const userStatuses = ['active', 'inactive', 'suspended'] as const;
export const userStatusSchema = z.enum(userStatuses);
export type UserStatus = z.infer<typeof userStatusSchema>;

/**
 * An account as an administrator sees it. `version` increases with every change of name, address, role or status, by anyone. A change
 * names the version it was decided on; without one the current row is changed, as in the document.
 */
export const adminUserSchema = z.object({
  id: idSchema,
  email: z.string(),
  name: z.string(),
  role: loginRoleSchema,
  status: userStatusSchema,
  /** Null: never signed in. Absent (as in the newer table of the documents): unknown. */
  last_login_at: z.optional(z.nullable(isoTimeSchema)),
  /** Absent: unknown. */
  created_at: z.optional(isoTimeSchema),
  version: versionSchema,
  /** New address, requested by an administrator or the owner, that is not confirmed yet; null if there is none. Absent: unknown. */
  pendingEmail: z.optional(z.nullable(z.string())),
  /** The newest letters about the account, newest first. Absent: unknown. */
  letters: z.optional(z.array(userLetterSchema)),
});
export type AdminUser = z.infer<typeof adminUserSchema>;

/** Answer of GET /api/v1/admin/users. */
export const adminUsersResponseSchema = z.object({
  users: z.array(adminUserSchema),
  pagination: z.object({ page: countSchema, limit: countSchema, total: countSchema, totalPages: countSchema }),
});
export type AdminUsersPage = z.infer<typeof adminUsersResponseSchema>;

/** Answer of every change: the account after it. */
export const adminUserAnswerSchema = z.object({ user: adminUserSchema });

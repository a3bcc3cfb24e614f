import { loginRoleSchema } from './access.ts';
import { userStatusSchema } from './adminUser.ts';
import { soughtText, writtenLine } from './texts.ts';
import { letterStates } from './userLetter.ts';
import { z } from './zod.ts';

/** Requests of user administration. */

/** Minimum name length, characters (identity document, section 9). */
const shortestName = 2;
const longestName = 200;

/** Rule for a new name: one line, at least two characters. Stored names are not checked against it. */
export const newNameSchema = writtenLine(shortestName, longestName);
/** Rule for a new address: no spaces, and nothing that the session answer's own schema would reject (C-38). */
export const newEmailSchema = z.email().check(z.maxLength(320));

/** Sort columns of the list. */
export const userSorts = ['name', 'email', 'role', 'status', 'last_login_at', 'created_at'] as const;
export type UserSort = (typeof userSorts)[number];

/** GET /api/v1/admin/users. `search` matches name and e-mail, ignoring case. Page size 10 by default, at most 100. */
export const adminUsersQuerySchema = z.object({
  limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(100))),
  offset: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(1_000_000))),
  search: z.optional(soughtText(200)),
  role: z.optional(loginRoleSchema),
  status: z.optional(userStatusSchema),
  sort: z.optional(z.enum(userSorts)),
  order: z.optional(z.enum(['asc', 'desc'])),
});
/**
 * POST /api/v1/admin/users. Unknown members are refused, not stripped, so that a caller cannot set columns by guessing their names.
 */
export const createUserSchema = z.strictObject({
  email: newEmailSchema,
  name: newNameSchema,
  role: loginRoleSchema,
  status: z.optional(userStatusSchema),
});
/** PATCH /api/v1/admin/users/{id}: only the changed fields. */
export const changeUserSchema = z.strictObject({
  name: z.optional(newNameSchema),
  email: z.optional(newEmailSchema),
  role: z.optional(loginRoleSchema),
  status: z.optional(userStatusSchema),
});
export type UserChange = z.infer<typeof changeUserSchema>;
/**
 * Version on which a change or deactivation was decided. In the query string, because the body holds only changed fields. Without it the
 * current row is changed.
 */
export const overVersionSchema = z.object({ version: z.optional(z.coerce.number().check(z.int(), z.gte(0))) });
/**
 * State in which the administrator saw the letter before sending it again. In the query string. If the letter was sent meanwhile it is
 * not sent twice; without `seen` it is sent in any state.
 */
export const letterSeenSchema = z.object({ seen: z.optional(z.enum(letterStates)) });

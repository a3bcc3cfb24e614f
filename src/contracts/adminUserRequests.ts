import { loginRoleSchema } from './access.ts';
import { userStatusSchema } from './adminUser.ts';
import { soughtText, writtenLine } from './texts.ts';
import { letterStates } from './userLetter.ts';
import { z } from './zod.ts';

/** What administrators send. */

/** Shortest name (identity document, section 9). */
const shortestName = 2;
const longestName = 200;

/** What a new name must be: one line, at least two characters. Names that are held already are not judged by it. */
export const newNameSchema = writtenLine(shortestName, longestName);
/** What a new address must be: no spaces, and nothing that a session's own answer would refuse (C-38). */
export const newEmailSchema = z.email().check(z.maxLength(320));

/** What the list can be ordered by. */
export const userSorts = ['name', 'email', 'role', 'status', 'last_login_at', 'created_at'] as const;
export type UserSort = (typeof userSorts)[number];

/** GET /api/v1/admin/users. `search` is looked for in name and e-mail, whatever its case. Ten a page unless asked otherwise, a hundred at most. */
export const adminUsersQuerySchema = z.object({
  limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(100))),
  offset: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(1_000_000))),
  search: z.optional(soughtText(200)),
  role: z.optional(loginRoleSchema),
  status: z.optional(userStatusSchema),
  sort: z.optional(z.enum(userSorts)),
  order: z.optional(z.enum(['asc', 'desc'])),
});
/** POST /api/v1/admin/users. Anything else in the body is refused, not left out: nobody makes an account by guessing its columns. */
export const createUserSchema = z.strictObject({
  email: newEmailSchema,
  name: newNameSchema,
  role: loginRoleSchema,
  status: z.optional(userStatusSchema),
});
/** PATCH /api/v1/admin/users/{id}: only what changes. */
export const changeUserSchema = z.strictObject({
  name: z.optional(newNameSchema),
  email: z.optional(newEmailSchema),
  role: z.optional(loginRoleSchema),
  status: z.optional(userStatusSchema),
});
export type UserChange = z.infer<typeof changeUserSchema>;
/** The version that a change or deactivation was decided over; in the address, since the body holds only what changes. Without it, whatever stands is changed. */
export const overVersionSchema = z.object({ version: z.optional(z.coerce.number().check(z.int(), z.gte(0))) });
/** The state in which a letter was seen by whoever has it sent again; in the address. One that was sent since is not sent twice. Without it, whatever stands is sent. */
export const letterSeenSchema = z.object({ seen: z.optional(z.enum(letterStates)) });

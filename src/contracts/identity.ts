import { loginRoleSchema } from './access.ts';
import { auditOutcomes } from './audit.ts';
import { countSchema, idSchema, isoTimeSchema, textSchema, versionSchema } from './primitives.ts';
import { unchanged, writtenLine } from './texts.ts';
import { z } from './zod.ts';

/** A person's own account, sessions and activity, and account recovery (identity document, 2.5 to 2.7; D-22). */

export const accountStatuses = ['active', 'inactive', 'suspended'] as const;

/** A person's name: one line. */
export const personNameSchema = writtenLine(2, 200);
export const emailSchema = z.email().check(z.maxLength(320));
/** A password as typed; strength rules are in `domain/accounts/password.ts`. */
export const passwordSchema = z.string().check(z.minLength(1), z.maxLength(1024), unchanged());
/** The secret token of a mailed link. */
export const linkTokenSchema = z.string().check(z.regex(/^[\w-]{43}$/));

/** GET /api/profile. */
export const profileSchema = z.object({
  id: idSchema,
  name: textSchema,
  email: z.email(),
  role: loginRoleSchema,
  status: z.enum(accountStatuses),
  createdAt: isoTimeSchema,
  lastLogin: z.nullable(isoTimeSchema),
  /**
   * A new address that is not confirmed yet, and when its link expires. `letterWaitsSince` is set while the letter with the link could
   * not be sent: the link stays valid while the letter waits, and `expiresAt` is then the earliest possible expiry. Absent: the letter
   * was sent.
   */
  pendingEmail: z.nullable(z.object({ email: z.email(), expiresAt: isoTimeSchema, letterWaitsSince: z.optional(isoTimeSchema) })),
  /** False if the account signs in only through an external provider: there is no password to change here. */
  hasPassword: z.boolean(),
  /**
   * Increases with every change of name, address, role or status; a change names the version it was decided on. Absent: an older
   * platform, which accepts no version.
   */
  version: versionSchema,
  lastUpdated: isoTimeSchema,
});
export type Profile = z.infer<typeof profileSchema>;

/**
 * PATCH /api/profile: only the changed fields. A new address needs the current password and takes effect only through the link mailed to
 * it.
 */
export const changeProfileSchema = z.strictObject({
  name: z.optional(personNameSchema),
  email: z.optional(emailSchema),
  currentPassword: z.optional(passwordSchema),
});
export const changePasswordSchema = z.strictObject({ currentPassword: passwordSchema, newPassword: passwordSchema });
/** Number of other sessions of the account that a password change ended. */
export const passwordChangedSchema = z.object({ endedSessions: countSchema });

/** One signed-in device of the user (D-22). */
export const deviceSessionSchema = z.object({
  id: idSchema,
  device: z.string(),
  /** Network address from which the session was opened, as text. */
  location: z.string(),
  createdAt: isoTimeSchema,
  lastActive: isoTimeSchema,
  current: z.boolean(),
});
export type DeviceSession = z.infer<typeof deviceSessionSchema>;
export const deviceSessionsResponseSchema = z.object({ sessions: z.array(deviceSessionSchema) });

/** One act of the user from the audit record of their current tenant; includes failed attempts to sign in as them. */
export const ownActivitySchema = z.object({
  id: idSchema,
  /** Action code such as `session.create`; domain/auditLabels.ts maps it to text. */
  action: textSchema,
  target: textSchema,
  outcome: z.enum(auditOutcomes),
  timestamp: isoTimeSchema,
  ip: z.nullable(textSchema),
  /** Number of attempts that this line sums up, for attempts by anonymous callers; absent for a single act. */
  times: z.optional(countSchema),
});
export type OwnActivity = z.infer<typeof ownActivitySchema>;
export const ownActivityResponseSchema = z.object({ activities: z.array(ownActivitySchema), lastUpdated: isoTimeSchema });

export const resetRequestSchema = z.strictObject({ email: emailSchema });
export const resetConfirmSchema = z.strictObject({ token: linkTokenSchema, password: passwordSchema });
export const confirmEmailSchema = z.strictObject({ token: linkTokenSchema });
export const emailConfirmedSchema = z.object({ email: z.email() });

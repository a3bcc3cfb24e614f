import { loginRoleSchema } from './access.ts';
import { auditOutcomes } from './audit.ts';
import { countSchema, idSchema, isoTimeSchema, textSchema, versionSchema } from './primitives.ts';
import { unchanged, writtenLine } from './texts.ts';
import { z } from './zod.ts';

/** A person's own account, sessions and acts, and the ways back in (identity document, 2.5 to 2.7; D-22). */

export const accountStatuses = ['active', 'inactive', 'suspended'] as const;

/** One line, as people write names. */
export const personNameSchema = writtenLine(2, 200);
export const emailSchema = z.email().check(z.maxLength(320));
/** What is typed as a password; how strong it must be is `domain/password.ts`. */
export const passwordSchema = z.string().check(z.minLength(1), z.maxLength(1024), unchanged());
/** The secret part of a link that was sent by mail. */
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
   * A new address that waits for its confirmation, and until when its link holds. `letterWaitsSince` while the letter with the link could not be sent yet: the link holds for as long
   * as that waits, and `expiresAt` is then the earliest moment at which it can end. Absent: the letter has gone out.
   */
  pendingEmail: z.nullable(z.object({ email: z.email(), expiresAt: isoTimeSchema, letterWaitsSince: z.optional(isoTimeSchema) })),
  /** False where the account signs in through a provider of somebody else's only: there is no password here to change. */
  hasPassword: z.boolean(),
  /** Moves with every change of name, address, role and status; a change is decided over it. Absent: an older platform, which takes none. */
  version: versionSchema,
  lastUpdated: isoTimeSchema,
});
export type Profile = z.infer<typeof profileSchema>;

/** PATCH /api/profile: what changes, and nothing else. A new address asks for the password and is taken on only by the link sent to it. */
export const changeProfileSchema = z.strictObject({
  name: z.optional(personNameSchema),
  email: z.optional(emailSchema),
  currentPassword: z.optional(passwordSchema),
});
export const changePasswordSchema = z.strictObject({ currentPassword: passwordSchema, newPassword: passwordSchema });
/** What a change of the password ended besides: the account's other sessions. */
export const passwordChangedSchema = z.object({ endedSessions: countSchema });

/** One signed-in device of the user (D-22). */
export const deviceSessionSchema = z.object({
  id: idSchema,
  device: z.string(),
  /** Where it was opened from: a network address in words. */
  location: z.string(),
  createdAt: isoTimeSchema,
  lastActive: isoTimeSchema,
  current: z.boolean(),
});
export type DeviceSession = z.infer<typeof deviceSessionSchema>;
export const deviceSessionsResponseSchema = z.object({ sessions: z.array(deviceSessionSchema) });

/** One act of the person's own, from the audit record of the tenant they work in; failed tries to sign in as them too. */
export const ownActivitySchema = z.object({
  id: idSchema,
  /** The record's code, `session.create`: domain/auditWords.ts says it in words. */
  action: textSchema,
  target: textSchema,
  outcome: z.enum(auditOutcomes),
  timestamp: isoTimeSchema,
  ip: z.nullable(textSchema),
  /** How many tries it stands for, where strangers' tries were summed; absent for one act. */
  times: z.optional(countSchema),
});
export type OwnActivity = z.infer<typeof ownActivitySchema>;
export const ownActivityResponseSchema = z.object({ activities: z.array(ownActivitySchema), lastUpdated: isoTimeSchema });

export const resetRequestSchema = z.strictObject({ email: emailSchema });
export const resetConfirmSchema = z.strictObject({ token: linkTokenSchema, password: passwordSchema });
export const confirmEmailSchema = z.strictObject({ token: linkTokenSchema });
export const emailConfirmedSchema = z.object({ email: z.email() });

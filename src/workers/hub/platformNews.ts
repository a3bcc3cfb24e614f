import type { KillSwitch } from '../../contracts/killSwitch.ts';
import type { HeardFrame } from '../../contracts/realtime/event.ts';
import { z } from '../../contracts/zod.ts';

/**
 * Interprets control events (D-14), from applied events only. `roleChanged`: ask the platform again who is signed in; `revoked`: this
 * account's access may have ended; `keys`: a signing key was rotated, retired or withdrawn.
 */
export type PlatformNews =
  | { readonly kind: 'killSwitch'; readonly killSwitch: KillSwitch }
  | { readonly kind: 'roleChanged' }
  | { readonly kind: 'revoked' }
  | { readonly kind: 'minimumBuild'; readonly minimumBuild: string }
  | { readonly kind: 'keys' }
  | { readonly kind: 'refetch' };

const killSwitchSchema = z.object({
  active: z.boolean(),
  reason: z.optional(z.string()),
  by: z.optional(z.string()),
  byId: z.optional(z.string()),
  since: z.optional(z.nullable(z.string())),
  version: z.optional(z.number()),
});
const userSchema = z.object({ userId: z.optional(z.string()) });
const buildSchema = z.object({ minimumBuild: z.string() });

/** The meaning of an event for this user; null for other topics, other users and types this build does not know. */
export function readNews(event: HeardFrame, userId: string): PlatformNews | null {
  switch (event.type) {
    case 'system.kill_switch': {
      const data = z.safeParse(killSwitchSchema, event.data);
      if (!data.success) return null;
      const { active, reason = '', by = '', byId, since, version = event.version } = data.data;
      return {
        kind: 'killSwitch',
        killSwitch: { active, reason, by, ...(byId === undefined ? {} : { byId }), since: since ?? event.ts, version },
      };
    }
    case 'system.role_changed':
      return concerns(event, userId) ? { kind: 'roleChanged' } : null;
    case 'system.revoked':
      return concerns(event, userId) ? { kind: 'revoked' } : null;
    case 'system.minimum_build': {
      const data = z.safeParse(buildSchema, event.data);
      return data.success ? { kind: 'minimumBuild', minimumBuild: data.data.minimumBuild } : null;
    }
    case 'system.keys':
      return { kind: 'keys' };
    case 'system.notice':
      return { kind: 'refetch' };
    default:
      return null;
  }
}

/** An event that names no user concerns every recipient. */
function concerns(event: HeardFrame, userId: string): boolean {
  const data = z.safeParse(userSchema, event.data);
  return !data.success || data.data.userId === undefined || data.data.userId === userId;
}

import type { HeardFrame } from '../../contracts/realtime/event.ts';
import type { Result } from '../../contracts/problem.ts';
import type { User } from '../../contracts/session.ts';
import { isRefusal } from '../../domain/session/refusal.ts';
import type { Platform } from './platform.ts';
import { readNews } from './platformNews.ts';
import type { SessionShell } from './sessionShell.ts';

/** Dependencies for handling control events. `me` asks the platform who is signed in, without the hub reacting to the answer. */
export interface ControlHandlerDeps {
  readonly platform: Pick<Platform, 'heard' | 'minimumBuild'>;
  readonly session: () => Pick<SessionShell, 'send' | 'state'>;
  readonly me: () => Promise<Result<unknown>>;
  /** Fetches the signing keys again, even if no page shows them: what a withdrawn key signed must stop counting at once. */
  readonly keys: () => void;
  /** Sign-in number: changes each time somebody signs in. */
  readonly sitting: () => number;
}

/** Handles an event of the control topic for the signed-in person. */
export function createControlHandler({
  platform,
  session,
  me,
  keys,
  sitting,
}: ControlHandlerDeps): (event: HeardFrame, user: User) => Promise<void> {
  return async (event, user) => {
    const news = readNews(event, user.id);
    switch (news?.kind) {
      case undefined:
      case 'refetch':
        return;
      case 'keys':
        return keys();
      case 'killSwitch':
        return platform.heard(news.killSwitch);
      case 'minimumBuild':
        return platform.minimumBuild(news.minimumBuild);
      case 'roleChanged':
        // Ask again even if a request is under way: an answer from before the change would hide it.
        return session().send({ type: 'moved' });
      case 'revoked': {
        // A user who is signing out is already covered by their own log-out, and nothing is asked until that is confirmed (D-21).
        if (session().state().name !== 'signedIn') return;
        // It may have been another device's session, so the platform's answer for this one decides. A session that works in another tenant
        // is still valid.
        const asked = sitting();
        const answer = await me();
        if (answer.ok || !isRefusal(answer.problem.code)) return;
        // The answer is about an earlier sign-in and says nothing about the current one.
        if (asked !== sitting()) return session().send({ type: 'unauthenticated' });
        return session().send({ type: answer.problem.code === 'wrong_tenant' ? 'moved' : 'revoked' });
      }
      default:
        return news satisfies never;
    }
  };
}

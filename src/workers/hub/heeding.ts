import type { HeardFrame } from '../../contracts/realtime/event.ts';
import type { Result } from '../../contracts/problem.ts';
import type { User } from '../../contracts/session.ts';
import { isRefusal } from '../../domain/session/refusal.ts';
import type { Platform } from './platform.ts';
import { readNews } from './platformNews.ts';
import type { SessionShell } from './sessionShell.ts';

/** Who acts on the control topic. `me` asks the platform who is here, and sends nothing of it anywhere. */
export interface HeedingWorld {
  readonly platform: Pick<Platform, 'heard' | 'minimumBuild'>;
  readonly session: () => Pick<SessionShell, 'send' | 'state'>;
  readonly me: () => Promise<Result<unknown>>;
  /** Fetches the signing keys anew, whoever looks: what a withdrawn one signed must not count a moment longer. */
  readonly keys: () => void;
  /** Another number each time that somebody comes in. */
  readonly sitting: () => number;
}

/** What an event of the control topic means for the person who is in. */
export function createHeeding({ platform, session, me, keys, sitting }: HeedingWorld): (event: HeardFrame, user: User) => Promise<void> {
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
        // Asked anew, whatever is under way: an answer from before the change would say that nothing has changed.
        return session().send({ type: 'moved' });
      case 'revoked': {
        // Whoever is leaving already has it told by their own log-out, and nothing is asked until that is confirmed (D-21).
        if (session().state().name !== 'signedIn') return;
        // It may have been another device's session: only the platform's answer to this one decides. One that works in another tenant stands.
        const asked = sitting();
        const answer = await me();
        if (answer.ok || !isRefusal(answer.problem.code)) return;
        // Of a session that is another one by now it says nothing.
        if (asked !== sitting()) return session().send({ type: 'unauthenticated' });
        return session().send({ type: answer.problem.code === 'wrong_tenant' ? 'moved' : 'revoked' });
      }
      default:
        return news satisfies never;
    }
  };
}

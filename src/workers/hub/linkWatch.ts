import type { ApiRequest } from '../../domain/api/request.ts';
import type { Problem, Result } from '../../contracts/problem.ts';
import type { Answered } from '../../domain/api/answer.ts';
import type { Sent } from '../../domain/api/client.ts';
import { initialLink, type LinkEffect, type LinkEvent, type LinkHealth, type LinkState, stepLink } from '../../domain/link/machine.ts';

/** Performs what the link machine orders and tells it of every byte. It decides nothing, and leaves calls alone. */
export interface LinkWorld {
  /** Milliseconds of a clock that nobody sets. */
  readonly now: () => number;
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
  /** Asks the platform something small; whether it was the platform that answered. */
  readonly probe: () => Promise<boolean>;
  readonly cutStream: () => void;
  readonly publish: (health: LinkHealth, since: number | null) => void;
}

export type Send = (request: ApiRequest, signal: AbortSignal | null, heard?: () => void) => Promise<Sent>;

export interface LinkWatch {
  /** The same sending, watched. */
  readonly watched: (send: Send) => Send;
  readonly streamHeard: () => void;
  readonly stop: () => void;
}

/** An event without its stamp, which the shell adds. */
type News = LinkEvent extends infer Event ? (Event extends { readonly now: number } ? Omit<Event, 'now'> : never) : never;

export function createLinkWatch(world: LinkWorld): LinkWatch {
  let state: LinkState = initialLink;
  let cancelTimer = () => {};
  let calls = 0;
  let stopped = false;

  const tell = (news: News): void => {
    if (stopped) return;
    const step = stepLink(state, { ...news, now: world.now() });
    state = step.state;
    for (const effect of step.effects) perform(effect);
  };

  const perform = (effect: LinkEffect): void => {
    switch (effect.type) {
      case 'probe':
        return void world.probe().then((heard) => tell({ type: 'probeEnded', heard }));
      case 'cutStream':
        return world.cutStream();
      case 'schedule':
        cancelTimer();
        cancelTimer = world.setTimer(effect.delayMs, () => tell({ type: 'timerFired' }));
        return;
      case 'cancel':
        return cancelTimer();
      case 'publish':
        return world.publish(effect.health, effect.since);
      default:
        return effect satisfies never;
    }
  };

  return {
    watched: (send) => async (request, signal) => {
      calls += 1;
      const id = calls;
      tell({ type: 'callBegan', id });
      try {
        return await send(request, signal, () => tell({ type: 'callHeard', id }));
      } finally {
        tell({ type: 'callEnded', id });
      }
    },
    streamHeard: () => tell({ type: 'streamHeard' }),
    stop: () => {
      stopped = true;
      cancelTimer();
    },
  };
}

/** Whether it was the platform that answered, and not a cache or a stranger. */
export function isHeard(answer: Result<Answered<unknown>>): boolean {
  return answer.ok ? answer.value.cachedAt === null : !isUnheard(answer.problem);
}

function isUnheard({ code }: Problem): boolean {
  return code === 'network' || code === 'timeout' || code === 'cancelled' || code === 'not_ours' || code === 'bad_shape';
}

import type { ApiRequest } from '../../../domain/api/request.ts';
import type { Problem, Result } from '../../../contracts/problem.ts';
import type { Answered } from '../../../domain/api/answer.ts';
import type { Sent } from '../../../domain/api/client.ts';
import { initialLink, type LinkEffect, type LinkEvent, type LinkHealth, type LinkState, stepLink } from '../../../domain/link/machine.ts';

/** Performs the effects of the link machine and reports every received byte to it. Makes no decisions and does not touch calls. */
export interface LinkDeps {
  /** Monotonic clock, milliseconds. */
  readonly now: () => number;
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
  /** Sends a small request; resolves to whether the platform itself answered. */
  readonly probe: () => Promise<boolean>;
  readonly cutStream: () => void;
  readonly publish: (health: LinkHealth, since: number | null) => void;
}

/** Sends one request; `heard` is called for every part of the answer that arrives. */
export type Send = (request: ApiRequest, signal: AbortSignal | null, heard?: () => void) => Promise<Sent>;

/** The watch over one hub's link. */
export interface LinkWatch {
  /** The same send function, watched. */
  readonly watched: (send: Send) => Send;
  readonly streamHeard: () => void;
  readonly stop: () => void;
}

/** An event without its time stamp, which the shell adds. */
type News = LinkEvent extends infer Event ? (Event extends { readonly now: number } ? Omit<Event, 'now'> : never) : never;

/** A link without calls counts as clear. */
export function createLinkWatch(deps: LinkDeps): LinkWatch {
  let state: LinkState = initialLink;
  let cancelTimer = () => {};
  let calls = 0;
  let stopped = false;

  const tell = (news: News): void => {
    if (stopped) return;
    const step = stepLink(state, { ...news, now: deps.now() });
    state = step.state;
    for (const effect of step.effects) perform(effect);
  };

  const perform = (effect: LinkEffect): void => {
    switch (effect.type) {
      case 'probe':
        return void deps.probe().then((heard) => tell({ type: 'probeEnded', heard }));
      case 'cutStream':
        return deps.cutStream();
      case 'schedule':
        cancelTimer();
        cancelTimer = deps.setTimer(effect.delayMs, () => tell({ type: 'timerFired' }));
        return;
      case 'cancel':
        return cancelTimer();
      case 'publish':
        return deps.publish(effect.health, effect.since);
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

/** Whether the platform itself answered, and not a cache or some other server. */
export function isHeard(answer: Result<Answered<unknown>>): boolean {
  return answer.ok ? answer.value.cachedAt === null : !isUnheard(answer.problem);
}

function isUnheard({ code }: Problem): boolean {
  return code === 'network' || code === 'timeout' || code === 'cancelled' || code === 'not_ours' || code === 'bad_shape';
}

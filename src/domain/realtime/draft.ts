import type { HeardFrame, Topic, TopicSeqs } from '../../contracts/realtime/event.ts';
import type { RealtimeEffect, RealtimeLogCode, RealtimeStep, ResyncReason } from './effect.ts';
import type { RealtimeTimer } from './event.ts';
import { storable, topicOf, topicsIn } from './log.ts';
import type { LogPosition, RealtimeState } from './state.ts';
import { sameStatus, statusOf } from './status.ts';

/** A step in progress: the current state and the effects gathered so far, in order. Lives only during the step. */
export interface Draft<S extends RealtimeState = RealtimeState> {
  readonly state: S;
  readonly effects: RealtimeEffect[];
}

/** The same draft with another state. */
export function to<S extends RealtimeState>(draft: Draft, state: S): Draft<S> {
  return { state, effects: draft.effects };
}

/** The same draft with another log position. */
export function withLog<S extends RealtimeState>(draft: Draft<S>, log: LogPosition): Draft<S> {
  return log === draft.state.log ? draft : to(draft, { ...draft.state, log });
}

/** Adds a line for the log to the effects; it changes no state. */
export function say(draft: Draft, level: 'info' | 'warning' | 'error', code: RealtimeLogCode, detail: string): void {
  draft.effects.push({ type: 'log', level, code, detail });
}

/** The platform refused a request: asks whether the session is still valid instead of concluding it. */
export function doubt(draft: Draft, what: 'poll' | 'stream'): void {
  say(draft, 'warning', 'refused', what);
  draft.effects.push({ type: 'askSession' });
}

/** Adds the start of a timer to the effects; a timer of the same name that runs is replaced. */
export function schedule(draft: Draft, timer: RealtimeTimer, delayMs: number): void {
  draft.effects.push({ type: 'schedule', timer, delayMs });
}

/** Adds the end of these timers to the effects, whether they run or not. */
export function cancel(draft: Draft, ...timers: readonly RealtimeTimer[]): void {
  for (const timer of timers) draft.effects.push({ type: 'cancel', timer });
}

/** Passes taken frames on, with the cursors that may be stored with them. */
export function hand(draft: Draft, frames: readonly HeardFrame[]): void {
  const { log } = draft.state;
  if (frames.length === 0 || log.epoch === null) return;
  const topics = new Set<Topic>();
  for (const frame of frames) {
    const topic = topicOf(frame.type);
    if (topic !== null) topics.add(topic);
  }
  draft.effects.push({ type: 'apply', frames, cursors: storable(log, [...topics]), epoch: log.epoch });
}

/** Asks for a refetch of everything these topics feed, in ONE effect; does nothing if there are no topics or no epoch. */
export function askResync(draft: Draft, topics: TopicSeqs, reason: ResyncReason): void {
  const names = topicsIn(topics);
  if (names.length === 0 || draft.state.log.epoch === null) return;
  draft.effects.push({ type: 'resync', topics, reason, epoch: draft.state.log.epoch });
  say(draft, 'info', reason === 'epoch' ? 'epoch' : 'resync', `${reason}: ${names.join(', ')}`);
}

/** Ends a step: publishes the connection status if it changed. A step that changed nothing returns the state it began with. */
export function finish(before: RealtimeState, draft: Draft): RealtimeStep {
  const was = statusOf(before);
  const is = statusOf(draft.state);
  if (!sameStatus(was, is)) draft.effects.push({ type: 'publish', status: is });
  return { state: draft.state, effects: draft.effects };
}

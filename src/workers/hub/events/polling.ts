import { headers } from '../../../contracts/endpoints.ts';
import type { Topic, TopicSeqs } from '../../../contracts/realtime/event.ts';
import type { Call } from '../../../domain/api/client.ts';
import type { PollAnswer } from '../../../domain/realtime/event.ts';

/** The last transport: polls every topic once and collects the answers for the machine (C-58). */
export function pollTopics(
  call: Call<AbortSignal>,
  topics: readonly Topic[],
  since: TopicSeqs,
  signal: AbortSignal,
): Promise<readonly PollAnswer[]> {
  return Promise.all(
    topics.map(async (topic): Promise<PollAnswer> => {
      const answer = await call('poll', { params: { topic }, query: { since: since[topic] }, signal });
      if (!answer.ok) return { ok: false, topic, reason: answer.problem.code === 'unauthenticated' ? 'refused' : 'lost' };
      const epoch = answer.value.header(headers.logEpoch);
      const newest = Number(answer.value.header(headers.newestSeq) ?? Number.NaN);
      // Without these two headers the answer cannot be placed in the log: a proxy has removed them.
      if (epoch === null || !Number.isSafeInteger(newest)) return { ok: false, topic, reason: 'lost' };
      return { ok: true, topic, frames: answer.value.value, epoch, newest, resync: answer.value.header(headers.resync) === '1' };
    }),
  );
}

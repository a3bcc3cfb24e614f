import type { Result } from '../../../contracts/problem.ts';
import { ask, done, type FetchContext, type Fetched, metaOf } from './fetchContext.ts';

/** How many of the newest packs can be verified offline without ever having been opened (D-37). */
const prewarmed = 200;
/** Two at a time, so that a thousand-file manifest over 8 kB/s does not hold up everything else. */
const lanes = 2;

/** Fetches and stores one pack's manifest. */
export async function fetchManifest(packId: string, context: FetchContext, signal: AbortSignal): Promise<Fetched> {
  const epoch = context.epoch();
  const answer = await ask(context, 'manifest', { params: { packId }, signal });
  if (!answer.ok) return answer;
  return done(await context.store.applyAnswer('manifests', answer.value.value, metaOf(answer.value, context, epoch, 'part')));
}

/** Fetches the missing ones of the newest manifests. A refused pack does not stop the others; an unreachable platform ends the round. */
export async function fetchManifests(context: FetchContext, signal: AbortSignal): Promise<Fetched> {
  const missing = await context.store.missingManifests(prewarmed);
  if (!missing.ok) return missing;
  const queue = [...missing.value];
  let failure: Exclude<Fetched, { readonly ok: true }> | null = null;
  const lane = async (): Promise<void> => {
    for (let packId = queue.shift(); packId !== undefined && !signal.aborted; packId = queue.shift()) {
      const outcome = await fetchManifest(packId, context, signal);
      if (outcome.ok) continue;
      failure ??= outcome;
      if (outcome.problem.retry || outcome.problem.code === 'unauthenticated' || outcome.problem.code === 'storage') queue.length = 0;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return failure ?? { ok: true, value: null };
}

/** Makes sure that a manifest is stored: fetched again if the platform answers, taken from the store if it does not. */
export async function ensureManifest(packId: string, context: FetchContext, signal: AbortSignal): Promise<Result<null>> {
  const fetched = await fetchManifest(packId, context, signal);
  if (fetched.ok || !fetched.problem.retry) return fetched;
  const held = await context.store.holdsManifest(packId);
  return held.ok && held.value ? { ok: true, value: null } : fetched;
}

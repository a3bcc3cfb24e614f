import type { ResourceKey } from '../../../contracts/resources.ts';
import type { ResourceAnswer } from '../../../store/types.ts';
import { seriesMetrics } from '../../../contracts/series.ts';
import { endpointFor, windowOf } from '../../../domain/freshness/resources.ts';
import { extentOf, isPaged, type PagedKey, takesPart } from '../../../store/resources.ts';
import { fetchAudit } from './auditSync.ts';
import { ask, done, type FetchContext, type Fetched, metaOf } from './fetchContext.ts';
import { fetchManifests } from './manifests.ts';
import { fetchVerifications } from './verificationSync.ts';

type Fetcher = (context: FetchContext, signal: AbortSignal) => Promise<Fetched>;

const pagedFetchers: { readonly [K in PagedKey]: Fetcher } = {
  verifications: fetchVerifications,
  audit: fetchAudit,
  manifests: fetchManifests,
};

/** Fetches one resource and writes it with its sync row. A failure of the store is a failure of the fetch too. */
export function fetchResource(key: ResourceKey, context: FetchContext, signal: AbortSignal): Promise<Fetched> {
  return isPaged(key) ? pagedFetchers[key](context, signal) : fetchWhole(key, context, signal);
}

async function fetchWhole<K extends Exclude<ResourceKey, PagedKey>>(key: K, context: FetchContext, signal: AbortSignal): Promise<Fetched> {
  const epoch = context.epoch();
  const window = windowOf(key);
  const query = window === null ? {} : { query: { metric: seriesMetrics.join(','), window } };
  const answer = await ask(context, endpointFor(key), { ...query, signal, partly: takesPart(key) });
  if (!answer.ok) return answer;
  // The same type: the compiler does not relate two lookups of the key's call.
  const value = answer.value.value as ResourceAnswer<K>;
  const extent = extentOf(key, value, answer.value.damaged?.length ?? 0);
  return done(await context.store.applyAnswer(key, value, metaOf(answer.value, context, epoch, extent)));
}

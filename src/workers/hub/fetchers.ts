import type { EndpointId } from '../../contracts/endpoints.ts';
import type { ResourceKey } from '../../contracts/rpc.ts';
import { seriesMetrics } from '../../contracts/series.ts';
import { windowOf } from '../../domain/resources.ts';
import type { AnswerMeta, ResourceAnswer } from '../../store/types.ts';
import { fetchAudit } from './auditSync.ts';
import { done, type FetchContext, type Fetched, fromCache, metaOf } from './fetchContext.ts';
import { fetchManifests } from './manifests.ts';
import { fetchVerifications } from './verificationSync.ts';

/** Fetches one resource and writes it with its sync row. The store's own failure is a failure of the load too. */
export function fetchResource(key: ResourceKey, context: FetchContext, signal: AbortSignal): Promise<Fetched> {
  switch (key) {
    case 'kpis':
    case 'health':
    case 'pipeline':
    case 'jwks':
    case 'activity':
    case 'notifications':
    case 'confidence':
    case 'refinanceSummary':
    case 'rbfSummary':
    case 'rbfPayments':
    case 'schools':
    case 'aiAgents':
    case 'aiAgreement':
    case 'aiOverrides':
    case 'aiTrail':
    case 'savedViews':
    case 'killSwitch':
      return fetchWhole(key, context, signal, () => 'whole');
    case 'dlq':
      // A list that the platform cut says nothing of the rows behind the cut; what it counts and left out as damaged is not behind it.
      return fetchWhole('dlq', context, signal, ({ items, totalCount }, left) => (items.length + left < totalCount ? 'cut' : 'whole'));
    case 'evidence':
      return fetchWhole('evidence', context, signal, ({ packs, totalCount }, left) => (packs.length + left < totalCount ? 'cut' : 'whole'));
    case 'refinancePortfolios':
      return fetchWhole(key, context, signal, ({ portfolios, totalCount }, left) =>
        portfolios.length + left < totalCount ? 'cut' : 'whole',
      );
    case 'incidents':
      return fetchWhole(key, context, signal, ({ incidents, totalCount }, left) =>
        incidents.length + left < totalCount ? 'cut' : 'whole',
      );
    case 'verifications':
      return fetchVerifications(context, signal);
    case 'audit':
      return fetchAudit(context, signal);
    case 'manifests':
      return fetchManifests(context, signal);
    default:
      return fetchSeries(key, context, signal);
  }
}

/** Of which part of an answer is not used: a set of keys, and what is one thing. */
const wholeOnly: ReadonlySet<ResourceKey> = new Set(['jwks', 'killSwitch', 'savedViews']);

type WholeKey = Exclude<ResourceKey, 'verifications' | 'audit' | 'manifests' | `series:${string}`> & EndpointId;

async function fetchWhole<K extends WholeKey>(
  key: K,
  context: FetchContext,
  signal: AbortSignal,
  extent: (answer: ResourceAnswer<K>, left: number) => AnswerMeta['extent'],
): Promise<Fetched> {
  const epoch = context.epoch();
  const answer = await context.call(key, { signal, partly: !wholeOnly.has(key) });
  if (!answer.ok) return answer;
  const stale = fromCache(answer.value);
  if (stale !== null) return { ok: false, problem: stale };
  // Answer<K> and ResourceAnswer<K> are the same type for these keys; the compiler does not relate two mapped lookups.
  const value = answer.value.value as ResourceAnswer<K>;
  return done(
    await context.store.applyAnswer(key, value, metaOf(answer.value, context, epoch, extent(value, answer.value.damaged?.length ?? 0))),
  );
}

async function fetchSeries(key: `series:${'1h' | '24h' | '7d' | '30d'}`, context: FetchContext, signal: AbortSignal): Promise<Fetched> {
  const epoch = context.epoch();
  const answer = await context.call('series', { query: { metric: seriesMetrics.join(','), window: windowOf(key) ?? undefined }, signal });
  if (!answer.ok) return answer;
  const stale = fromCache(answer.value);
  if (stale !== null) return { ok: false, problem: stale };
  return done(await context.store.applyAnswer(key, answer.value.value, metaOf(answer.value, context, epoch, 'whole')));
}

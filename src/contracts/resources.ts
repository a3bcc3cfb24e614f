import type { Endpoint, Freshness } from './endpoint.ts';
import type { Topic } from './realtime/event.ts';
import type { SeriesWindow } from './series.ts';

const minute = 60_000;

/**
 * The call of each resource: who may fetch it, and how its answer is kept fresh. The call's row in the table of calls takes this in; it stands
 * here because pages judge by it before anything is asked, and the first page carries no schemas of other screens.
 */
export const resourceCalls = {
  kpis: { needs: 'view:kpi', fresh: { refetchMs: 5 * minute, staleAfterMs: 10 * minute, retries: 3 } },
  health: { needs: 'view:health', fresh: { refetchMs: minute, staleAfterMs: 2 * minute, retries: 3 } },
  pipeline: { needs: 'view:pipeline', fresh: { refetchMs: minute / 2, staleAfterMs: minute, retries: 3 } },
  notifications: { needs: 'view:dashboard', fresh: { refetchMs: minute, staleAfterMs: 3 * minute, retries: 3 } },
  dlq: { needs: 'view:pipeline', fresh: { refetchMs: minute, staleAfterMs: 2 * minute, retries: 3 } },
  activity: { needs: 'view:dashboard', fresh: { refetchMs: minute, staleAfterMs: 3 * minute, retries: 3 } },
  confidence: { needs: 'view:dashboard', fresh: { refetchMs: 5 * minute, staleAfterMs: 10 * minute, retries: 3 } },
  refinanceSummary: { needs: 'view:dgn_summary', fresh: { refetchMs: minute / 2, staleAfterMs: 2 * minute, retries: 3 } },
  rbfSummary: { needs: 'view:rbf_summary', fresh: { refetchMs: minute / 2, staleAfterMs: 2 * minute, retries: 3 } },
  series: { needs: 'view:kpi', fresh: { refetchMs: minute, staleAfterMs: 3 * minute, retries: 3 } },
  verifications: { needs: 'view:verifications', fresh: { refetchMs: minute, staleAfterMs: 2 * minute, retries: 3 } },
  evidence: { needs: 'view:evidence', fresh: { refetchMs: minute, staleAfterMs: 2 * minute, retries: 3 } },
  jwks: { needs: 'public', fresh: { refetchMs: 15 * minute, staleAfterMs: 15 * minute, retries: 3 } },
  manifest: { needs: 'view:evidence' },
  incidents: { needs: 'view:dashboard', fresh: { refetchMs: minute, staleAfterMs: 3 * minute, retries: 3 } },
  refinancePortfolios: { needs: 'view:finance', fresh: { refetchMs: minute / 2, staleAfterMs: 2 * minute, retries: 3 } },
  rbfPayments: { needs: 'view:finance', fresh: { refetchMs: minute / 2, staleAfterMs: 2 * minute, retries: 3 } },
  schools: { needs: 'view:finance', fresh: { refetchMs: minute, staleAfterMs: 3 * minute, retries: 3 } },
  aiAgents: { needs: 'view:dashboard', fresh: { refetchMs: minute, staleAfterMs: 3 * minute, retries: 3 } },
  aiOverrides: { needs: 'view:dashboard', fresh: { refetchMs: minute, staleAfterMs: 3 * minute, retries: 3 } },
  aiAgreement: { needs: 'view:dashboard', fresh: { refetchMs: 5 * minute, staleAfterMs: 15 * minute, retries: 3 } },
  aiTrail: { needs: 'view:ai_audit', fresh: { refetchMs: minute, staleAfterMs: 3 * minute, retries: 3 } },
  audit: { needs: 'view:audit', fresh: { refetchMs: minute, staleAfterMs: 3 * minute, retries: 3 } },
  savedViews: { needs: 'session', fresh: { refetchMs: 5 * minute, staleAfterMs: 15 * minute, retries: 1 } },
  killSwitch: { needs: 'view:dashboard' },
} as const satisfies Readonly<Record<string, Pick<Endpoint, 'needs' | 'fresh'>>>;

/** What a topic's events do for a resource: they carry its `rows`, or only announce that it must be fetched again (`refetch`), or `both`. */
export type Feed = 'rows' | 'refetch' | 'both';

type ResourceCall = keyof typeof resourceCalls;
/** Calls whose row says how their answer is kept fresh. */
type FreshCall = { [Id in ResourceCall]: (typeof resourceCalls)[Id] extends { readonly fresh: Freshness } ? Id : never }[ResourceCall];

/** One kind of data that the hub keeps on the device, fetched once for all tabs. */
export type Resource = {
  /** The call that fetches it. Its row has the permission. */
  readonly call: ResourceCall;
  /** The topics that affect it: nowhere else is said what a topic's events refresh. */
  readonly feeds: Readonly<Partial<Record<Topic, Feed>>>;
  /** True if the kill switch stops the work that produces its rows; false for people's acts, records, keys and the switch itself. */
  readonly work: boolean;
  /** The window, if it is the history of all metrics. */
  readonly window?: SeriesWindow;
  /** False if the hub asks for it by itself at every connection, before all others: then no start, recovery or resync fetches it. */
  readonly atStart?: false;
} & (
  | { readonly call: FreshCall; readonly fresh?: undefined }
  /** A rule of its own, where its call has none or another. */
  | { readonly fresh: Freshness }
);

/** A history, refetched about three times in each of its steps, and at most once a minute. */
const history = <W extends SeriesWindow>(window: W, refetchMs: number) =>
  ({
    call: 'series',
    feeds: {},
    work: true,
    window,
    fresh: { refetchMs, staleAfterMs: 3 * refetchMs, retries: 3 },
  }) as const satisfies Resource;

/**
 * Every resource, in the order fetched at start: the first screen's data first (D-37). Hub and pages use this table, so that they agree;
 * how the store keeps each is in store/resources.ts, which pages do not load.
 */
export const resources = {
  kpis: { call: 'kpis', feeds: { kpis: 'both' }, work: true },
  health: { call: 'health', feeds: { health: 'both' }, work: true },
  pipeline: { call: 'pipeline', feeds: { pipeline: 'both' }, work: true },
  notifications: { call: 'notifications', feeds: { system: 'refetch' }, work: false },
  dlq: { call: 'dlq', feeds: { pipeline: 'rows' }, work: true },
  activity: { call: 'activity', feeds: { system: 'refetch' }, work: false },
  confidence: { call: 'confidence', feeds: {}, work: true },
  refinanceSummary: { call: 'refinanceSummary', feeds: {}, work: true },
  rbfSummary: { call: 'rbfSummary', feeds: {}, work: true },
  'series:24h': history('24h', 5 * minute),
  'series:1h': history('1h', minute),
  verifications: { call: 'verifications', feeds: { verifications: 'rows' }, work: true },
  evidence: { call: 'evidence', feeds: {}, work: true },
  jwks: { call: 'jwks', feeds: {}, work: false },
  // Sealed manifests never change; new ones are fetched with each refetch of their list.
  manifests: { call: 'manifest', feeds: {}, work: false, fresh: { staleAfterMs: Number.POSITIVE_INFINITY, retries: 2 } },
  'series:7d': history('7d', 30 * minute),
  'series:30d': history('30d', 120 * minute),
  incidents: { call: 'incidents', feeds: { system: 'refetch' }, work: false },
  refinancePortfolios: { call: 'refinancePortfolios', feeds: {}, work: true },
  rbfPayments: { call: 'rbfPayments', feeds: {}, work: true },
  schools: { call: 'schools', feeds: {}, work: true },
  aiAgents: { call: 'aiAgents', feeds: { system: 'refetch' }, work: true },
  aiOverrides: { call: 'aiOverrides', feeds: { system: 'refetch' }, work: false },
  aiAgreement: { call: 'aiAgreement', feeds: {}, work: true },
  aiTrail: { call: 'aiTrail', feeds: { system: 'refetch' }, work: false },
  audit: { call: 'audit', feeds: {}, work: false },
  savedViews: { call: 'savedViews', feeds: {}, work: false },
  // Events of the control topic carry the switch's whole state: nothing is refetched for it.
  killSwitch: {
    call: 'killSwitch',
    feeds: { system: 'rows' },
    work: false,
    atStart: false,
    fresh: { staleAfterMs: minute, retries: 3 },
  },
} as const satisfies Readonly<Record<string, Resource>>;

/** Resources that the hub stores on the device, each fetched once for all tabs. */
export type ResourceKey = keyof typeof resources;
/** The call that fetches a resource. */
export type CallOf<K extends ResourceKey> = (typeof resources)[K]['call'];

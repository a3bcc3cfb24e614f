import type { Endpoint } from './endpoint.ts';

const minute = 60_000;

/**
 * Who may fetch each resource's call, and how its answer is kept fresh: the part of its row in the table of calls that pages judge by
 * before anything is asked. A table of its own, so that the first page carries no schemas of other screens.
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

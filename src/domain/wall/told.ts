import type { EveryAnswer, EveryEndpointId } from '../../contracts/everyEndpoint.ts';
import { incidentRule } from '../exports/rules.ts';
import { wallRows } from './rows.ts';
import { type DecisionOn, type MembersOf, tell } from './tell.ts';

/*
 * What a wall display is sent (G-17): the only table. A call that is missing here is refused to displays, and so is an undecided member.
 * No person is named: no name, account, note, timeline text or payload; no amounts except the sums on the wall
 * (contracts/wallFigures.ts). The only text written by a person is the kill switch's reason, which every wall shows (D-23).
 */

type Answer<Id extends EveryEndpointId> = EveryAnswer<Id>;
type Item<List> = List extends readonly (infer One)[] ? One : never;

const metric = { value: 'told', previousValue: 'told', noPrevious: 'told', trend: 'told', status: 'told', lastUpdated: 'told' } as const;

const kpis: MembersOf<Answer<'kpis'>> = {
  verificationAccuracy: { members: { ...metric, numerator: 'told', denominator: 'told' } },
  avgLatency: { members: { p50: 'told', p95: 'told', previousP50: 'told', decided: 'told', status: 'told', lastUpdated: 'told' } },
  automationRate: { members: metric },
  // No wall draws the funded amount.
  fundedAmount: {
    members: {
      byCurrency: { instead: [] },
      converted: 'leftOut',
      fxSnapshotId: 'leftOut',
      fxSnapshotIds: 'leftOut',
      fxTimestamp: 'leftOut',
      lastUpdated: 'told',
    },
  },
  version: 'told',
};

const stage: MembersOf<Item<Answer<'pipeline'>['stages']>> = {
  name: 'told',
  status: 'told',
  queueDepth: 'told',
  processingRate: { instead: 0 },
  errorCount: { instead: 0 },
  lastProcessedAt: 'told',
  sloThresholdMinutes: 'told',
  currentLagMinutes: 'told',
  lastCorrelationId: 'leftOut',
  version: 'told',
};

/** Dead letters are only counted; the newest gives the time. */
const letter: MembersOf<Item<Answer<'dlq'>['items']>> = {
  itemId: 'told',
  errorCode: { instead: '' },
  errorMessage: { instead: '' },
  retryCount: { instead: 0 },
  correlationId: { instead: '' },
  failedAt: 'told',
  payload: 'leftOut',
  redacted: 'leftOut',
  withheld: 'leftOut',
  about: 'leftOut',
  promoted: 'leftOut',
  version: 'told',
};

const component: MembersOf<Item<Answer<'health'>['components']>> = {
  name: 'told',
  status: 'told',
  uptime: 'told',
  latency: { members: { p50: 'told', p95: 'told' } },
  lastBackup: 'leftOut',
  pitrWindow: 'leftOut',
  measured: { members: { at: 'told', by: 'told', figures: 'told' } },
  version: 'told',
};

const killSwitch: MembersOf<Answer<'killSwitch'>> = {
  active: 'told',
  reason: 'told',
  by: { instead: '' },
  byId: 'leftOut',
  since: 'told',
  version: 'told',
};

/** Rows that events carry too (toldEvents.ts). */
export const toldRows = { kpis, stage, letter, component, killSwitch };

type Incident = Item<Answer<'incidents'>['incidents']>;
/**
 * An incident that is only counted. Sends that it was acknowledged, but not by whom; of the timeline, whether something still held when
 * it was resolved.
 */
const counted: MembersOf<Incident> = {
  id: 'told',
  severity: 'told',
  title: { instead: '' },
  description: { instead: '' },
  runbookUrl: 'leftOut',
  createdAt: 'told',
  acknowledgedAt: 'told',
  acknowledgedBy: 'leftOut',
  acknowledgedById: 'leftOut',
  resolvedAt: 'told',
  affectedServices: { instead: [] },
  cause: 'told',
  timeline: {
    each: {
      members: {
        place: 'told',
        at: 'told',
        decidedAt: 'leftOut',
        kind: 'told',
        by: { instead: '' },
        byId: 'leftOut',
        text: { instead: '' },
        stillHeld: { each: { instead: '' } },
        despite: 'leftOut',
        severity: 'leftOut',
      },
    },
  },
  version: 'told',
};
/** An incident that is drawn, with its title and affected services. */
const drawn: MembersOf<Incident> = { ...counted, title: 'told', affectedServices: 'told' };

const signatures = { members: { verified: 'told', failed: 'told', partly: 'told', otherFigures: 'told', total: 'told' } } as const;
const sums = { each: { members: { currency: 'told', amount: 'told' } } } as const;
const settings = { playlist: 'told', dwellS: 'told', theme: 'told', interruptFrom: 'told' } as const;
/** The display's identity: its own name, and an address that belongs to no person. */
const itself = {
  id: 'told',
  email: 'told',
  role: 'told',
  tenantId: 'told',
  name: 'told',
  display: { members: { reads: 'told' } },
} as const;
const tenant = { tenantId: 'told', name: 'told', place: 'told', region: 'told', currency: 'told', timeZone: 'told' } as const;

/** Decisions by call. Public calls (`needs: 'public'`) are not listed. */
export const toldAnswers = {
  me: { members: { ...itself, expiresAt: 'told' } },
  refresh: { members: { user: { members: itself }, expiresAt: 'told' } },
  tenants: { members: { tenants: { each: { members: tenant } } } },
  wall: { members: { name: 'told', ...settings, displayId: 'told', version: 'told' } },
  killSwitch: { members: killSwitch },
  kpis: { members: kpis },
  pipeline: { members: { stages: { each: { members: stage } }, lastUpdated: 'told' } },
  dlq: { members: { items: { each: { members: letter } }, totalCount: 'told', lastUpdated: 'told' } },
  health: { members: { components: { each: { members: component } }, lastUpdated: 'told' } },
  incidents: {
    members: {
      incidents: { each: { members: drawn }, listed: incidentRule.listed, shown: wallRows.incidents, rest: { members: counted } },
      totalCount: 'told',
      lastUpdated: 'told',
    },
  },
  // Metrics and windows are limited by `seriesDrawn`.
  series: {
    members: {
      series: { each: { members: { metric: 'told', points: 'told' } } },
      from: 'told',
      to: 'told',
      stepS: 'told',
      lastUpdated: 'told',
    },
  },
  wallPayments: {
    members: {
      total: 'told',
      paid: 'told',
      pending: 'told',
      failed: 'told',
      totalPaid: sums,
      totalPending: sums,
      unbacked: 'told',
      milestones: {
        each: {
          members: { description: 'told', metric: 'told', threshold: 'told', paid: 'told', pending: 'told', failed: 'told', paidSum: sums },
        },
      },
      signatures,
      lastUpdated: 'told',
    },
  },
  wallPortfolios: {
    members: {
      byState: { each: { members: { state: 'told', portfolios: 'told', receivables: sums } } },
      currencies: 'told',
      availableFunding: sums,
      recycledCapital: sums,
      pendingPackaging: sums,
      avgUptime: 'told',
      avgFuelSavings: 'told',
      avgEmissionReduction: 'told',
      sites: 'told',
      verifications: 'told',
      signatures,
      lastUpdated: 'told',
    },
  },
  wallSchools: {
    members: {
      schoolsServed: 'told',
      performing: 'told',
      savings: sums,
      savingsSimulated: 'told',
      emissionReductions: 'told',
      carbonCredits: 'told',
      schools: {
        each: {
          members: {
            schoolId: 'told',
            schoolName: 'told',
            location: 'told',
            fuelSavingsPercent: 'told',
            uptime: 'told',
            records: 'told',
          },
        },
      },
      lastUpdated: 'told',
    },
  },
} as const satisfies { readonly [Id in EveryEndpointId]?: DecisionOn<Answer<Id>> };

/** A call whose answer a display may have. */
export type ToldCall = keyof typeof toldAnswers;

/** Whether the table has the call. */
export function isTold(id: EveryEndpointId): id is ToldCall {
  return Object.hasOwn(toldAnswers, id);
}

/** A call's answer as a display is given it. */
export function answerTold(id: ToldCall, answer: unknown): unknown {
  return tell(answer, toldAnswers[id]);
}

import type { Href } from '../../src/domain/screens/link.ts';
import type { Activity, Notification, PortfolioState } from '../../src/contracts/overview.ts';
import type { PipelineStage } from '../../src/contracts/pipeline.ts';

/**
 * Everything in a tenant's seed that is not a verification. Clock times are Nairobi time on the seed's last day and move with the anchor
 * (`atClock`); money is in whole units.
 */
export interface TenantDay {
  readonly currency: string;
  readonly stages: readonly StageSeed[];
  readonly deadLetters: readonly DeadLetterSeed[];
  /** Number of the newest dead letter; the simulator continues from it. */
  readonly lastItemNumber: number;
  readonly activities: readonly ActivitySeed[];
  readonly notifications: readonly NotificationSeed[];
  readonly portfolios: readonly PortfolioSeed[];
  readonly milestones: readonly MilestoneSeed[];
  readonly payments: readonly PaymentSeed[];
  /** Number of paid milestones in earlier months; their ids count down from the first of `payments`. */
  readonly olderPayments: number;
  readonly schools: readonly SchoolSeed[];
  /** Emission reduction of the verified records as a percentage of their sites' baselines; the baselines are computed to match it. */
  readonly emissionReductionPercent: number;
  readonly incidents: readonly IncidentSeed[];
  readonly agents: readonly AgentSeed[];
  readonly overrides: readonly OverrideSeed[];
  /** Exchange rates: units of the tenant's currency per unit of each currency. */
  readonly fxRates: Readonly<Record<string, number>>;
}

/** A stage as the seed leaves it: `rate` in items per minute, `lastProcessed` a clock time. */
export interface StageSeed {
  readonly name: PipelineStage['name'];
  readonly status: PipelineStage['status'];
  readonly queueDepth: number;
  readonly rate: number;
  readonly errors: number;
  readonly lastProcessed: string;
  readonly sloMinutes: number;
  readonly lagMinutes: number;
  readonly correlationId: string;
}

/** A dead letter that is still queued; `failed` is a clock time. */
export interface DeadLetterSeed {
  readonly itemId: string;
  readonly stage: PipelineStage['name'];
  readonly errorCode: string;
  readonly message: string;
  readonly retries: number;
  readonly correlationId: string;
  readonly failed: string;
  readonly version: number;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** A line of the activity list. `fillText` completes its text. */
export interface ActivitySeed {
  readonly clock: string;
  readonly text: string;
  readonly link: Href;
  readonly status: Activity['status'];
}

/** Stands in a link for the id of last month's ISSB report, which is made while seeding. */
export const newestIssbReport = 'ISSB-NEWEST';

/** A notification of the seeded day. It belongs to the incident with the same title and clock time, if there is one. */
export interface NotificationSeed {
  readonly clock: string;
  readonly level: Notification['level'];
  readonly title: string;
  readonly body: string;
  /** `newestIssbReport` in it is replaced by the id of last month's ISSB report. */
  readonly link: Href;
}

/** A portfolio in its last state. `receivables` are whole units of `currency`, by default the tenant's. */
export interface PortfolioSeed {
  readonly portfolioId: string;
  readonly state: PortfolioState;
  readonly receivables: number;
  readonly currency?: string;
  /** Clock time today, or days ago, of the newest change of state. */
  readonly changed: string | number;
}

/** What a site has to achieve, and the amount it earns in whole units of `currency`, by default the tenant's. */
export interface MilestoneSeed {
  readonly milestoneId: string;
  readonly description: string;
  readonly metric: 'uptime' | 'fuelSavings' | 'emissionReduction';
  readonly threshold: number;
  readonly amount: number;
  readonly currency?: string;
}

/** A payment for a milestone; still owed if `paid` is null. */
export interface PaymentSeed {
  readonly paymentId: string;
  readonly milestoneId: string;
  readonly siteCode: string;
  /** Clock time today, or days ago (moved into the current month if needed). */
  readonly due: string | number;
  readonly paid: string | number | null;
  /** Ordinal of the verification it pays for; by default the newest of its site before `due`. */
  readonly ordinal?: number;
}

/** A school with the newest readings of its meters, sensors and bills. All are invented: nothing is installed there. */
export interface SchoolSeed {
  readonly schoolId: string;
  readonly siteCode: string;
  readonly cookingTime: number;
  readonly steamFlow: number;
  readonly fuelConsumption: number;
  readonly sensorHealth: 'healthy' | 'warning' | 'critical';
  readonly energyCharges: number;
  readonly costSavings: number;
  /** Tonnes CO2e; the verified records of its site are arranged to sum to it. */
  readonly emissionReductions: number;
}

/** An incident with its history; `created` and the other times are clock times today or numbers of days ago. */
export interface IncidentSeed {
  readonly id: string;
  readonly severity: 'sev1' | 'sev2' | 'sev3';
  readonly title: string;
  readonly description: string;
  readonly created: string | number;
  readonly resolved: string | number | null;
  readonly services: readonly string[];
  /** Name of the matching runbook in the console. */
  readonly runbook: string;
  /** What people did about it, in order, without its opening and its resolution. */
  readonly timeline: readonly {
    readonly at: string | number;
    readonly kind: 'acknowledged' | 'note';
    readonly by: string;
    readonly text: string;
  }[];
  /** Resolution text and author; the platform itself if absent. */
  readonly ending?: { readonly by: string; readonly text: string };
}

/**
 * An agent with the predictions and human decisions that its figures are made of. `confidence` is a share from 0 to 1, `lastPrediction` the
 * text shown.
 */
export interface AgentSeed {
  readonly agentId: string;
  readonly name: string;
  readonly mode: 'shadow' | 'advisory' | 'active';
  readonly confidence: number;
  readonly accuracy: number;
  readonly enabled: boolean;
  readonly lastPrediction: string;
  /**
   * Decisions on its predictions in the last 30 days: people agreed with `agreed` of `decided`, which matches its accuracy to a tenth of
   * a percent.
   */
  readonly decided: number;
  readonly agreed: number;
  /** What it predicts, and what people decided when they disagreed; the most likely first. */
  readonly says: readonly { readonly prediction: string; readonly instead: string }[];
}

/** A request to override the agent's newest prediction that people disagreed with, agreed with, or have not decided. */
export interface OverrideSeed {
  readonly agent: string;
  readonly of: 'disagreed' | 'agreed' | 'open';
  readonly justification: string;
  /** E-mail addresses of the requester and the decider. */
  readonly requestedBy: string;
  readonly decidedBy: string | null;
  readonly note: string;
}

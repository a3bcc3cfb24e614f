import type { Activity, Notification, PortfolioState } from '../../src/contracts/overview.ts';
import type { PipelineStage } from '../../src/contracts/pipeline.ts';

/**
 * The last day of a tenant's seed: everything that is not a verification. Clock times are Nairobi's on the seed's day and
 * move with the anchor (`atClock`); money is whole units.
 */
export interface TenantDay {
  readonly currency: string;
  readonly stages: readonly StageSeed[];
  readonly deadLetters: readonly DeadLetterSeed[];
  /** Number of the newest dead letter, from which the simulator counts on. */
  readonly lastItemNumber: number;
  readonly activities: readonly ActivitySeed[];
  readonly notifications: readonly NotificationSeed[];
  readonly portfolios: readonly PortfolioSeed[];
  readonly milestones: readonly MilestoneSeed[];
  readonly payments: readonly PaymentSeed[];
  /** Paid milestones of the months before: `count` of them, numbered down from the first of `payments`. */
  readonly olderPayments: number;
  readonly schools: readonly SchoolSeed[];
  /** What the verified records saved of their sites' baselines, percent: the baselines are made so. */
  readonly emissionReductionPercent: number;
  readonly incidents: readonly IncidentSeed[];
  readonly agents: readonly AgentSeed[];
  readonly overrides: readonly OverrideSeed[];
  /** Units of the tenant's currency for one of each. */
  readonly fxRates: Readonly<Record<string, number>>;
}

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

export interface ActivitySeed {
  readonly clock: string;
  readonly text: string;
  readonly link: string;
  readonly status: Activity['status'];
}

export interface NotificationSeed {
  readonly clock: string;
  readonly level: Notification['level'];
  readonly title: string;
  readonly body: string;
  /** `{issbReport}` stands for the id of last month's ISSB report. */
  readonly link: string;
}

export interface PortfolioSeed {
  readonly portfolioId: string;
  readonly state: PortfolioState;
  readonly receivables: number;
  readonly currency?: string;
  /** Clock time today, or days ago, of the newest change of state. */
  readonly changed: string | number;
}

export interface MilestoneSeed {
  readonly milestoneId: string;
  readonly description: string;
  readonly metric: 'uptime' | 'fuelSavings' | 'emissionReduction';
  readonly threshold: number;
  readonly amount: number;
  readonly currency?: string;
}

export interface PaymentSeed {
  readonly paymentId: string;
  readonly milestoneId: string;
  readonly siteCode: string;
  /** Clock time today, or days ago (kept inside the current month). */
  readonly due: string | number;
  readonly paid: string | number | null;
  /** Ordinal of the verification it pays for; the newest of its site before `due` where not given. */
  readonly ordinal?: number;
}

/** A school with the newest readings of its meters, sensors and bills, all of them made up: nothing is installed there. */
export interface SchoolSeed {
  readonly schoolId: string;
  readonly siteCode: string;
  readonly cookingTime: number;
  readonly steamFlow: number;
  readonly fuelConsumption: number;
  readonly sensorHealth: 'healthy' | 'warning' | 'critical';
  readonly energyCharges: number;
  readonly costSavings: number;
  /** Tonnes CO2e that the verified records of its site are made to come to. */
  readonly emissionReductions: number;
}

export interface IncidentSeed {
  readonly id: string;
  readonly severity: 'sev1' | 'sev2' | 'sev3';
  readonly title: string;
  readonly description: string;
  readonly created: string | number;
  readonly resolved: string | number | null;
  readonly services: readonly string[];
  /** Name of the console's runbook for it. */
  readonly runbook: string;
  /** What people did about it, in order; its opening and its end are known already. */
  readonly timeline: readonly {
    readonly at: string | number;
    readonly kind: 'acknowledged' | 'note';
    readonly by: string;
    readonly text: string;
  }[];
  /** What was written when it was resolved, and by whom; the platform itself where nobody is named. */
  readonly ending?: { readonly by: string; readonly text: string };
}

export interface AgentSeed {
  readonly agentId: string;
  readonly name: string;
  readonly mode: 'shadow' | 'advisory' | 'active';
  readonly confidence: number;
  readonly accuracy: number;
  readonly enabled: boolean;
  readonly lastPrediction: string;
  /** People's decisions on its predictions in the last 30 days: `agreed` of `decided`, which is its accuracy to a tenth of a percent. */
  readonly decided: number;
  readonly agreed: number;
  /** What it predicts, and what people said instead where they did not agree; the likeliest first. */
  readonly says: readonly { readonly prediction: string; readonly instead: string }[];
}

/** A request to override: of the newest prediction of the agent that people disagreed with, agreed with, or have not decided. */
export interface OverrideSeed {
  readonly agent: string;
  readonly of: 'disagreed' | 'agreed' | 'open';
  readonly justification: string;
  /** E-mail of whoever asked, and of whoever decided. */
  readonly requestedBy: string;
  readonly decidedBy: string | null;
  readonly note: string;
}

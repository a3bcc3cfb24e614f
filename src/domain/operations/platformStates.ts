import type { componentNames, HealthStatus } from '../../contracts/health.ts';
import type { PortfolioState } from '../../contracts/overview.ts';
import type { StageName, StageStatus } from '../../contracts/pipeline.ts';
import type { VerificationStatus } from '../../contracts/verification.ts';
import type { PaymentStatus } from '../finance/financeMoves.ts';

/** How a state is drawn: glyph and colour from LOOK's status set. */
export type StateLook = 'ok' | 'warn' | 'bad' | 'processing' | 'idle' | 'unknown';
/** A state in words and in LOOK's status set. */
export interface StateName {
  readonly word: string;
  readonly look: StateLook;
}

/** The colours of a pipeline stage with the document's terms (C-60). */
export const stageStates: Readonly<Record<StageStatus, StateName>> = {
  gray: { word: 'Idle', look: 'idle' },
  blue: { word: 'Processing', look: 'processing' },
  green: { word: 'Healthy', look: 'ok' },
  amber: { word: 'Warning', look: 'warn' },
  red: { word: 'Critical', look: 'bad' },
};

/** The states of a component (C-60). */
export const healthStates: Readonly<Record<HealthStatus, StateName>> = {
  healthy: { word: 'Healthy', look: 'ok' },
  warning: { word: 'Warning', look: 'warn' },
  critical: { word: 'Critical', look: 'bad' },
  unknown: { word: 'Unknown', look: 'unknown' },
};

/** The states of a verification (C-60). */
export const verificationStates: Readonly<
  Record<VerificationStatus, { readonly word: string; readonly look: 'ok' | 'bad' | 'pending' | 'disputed' }>
> = {
  verified: { word: 'Verified', look: 'ok' },
  pending: { word: 'Pending', look: 'pending' },
  failed: { word: 'Failed', look: 'bad' },
  disputed: { word: 'Disputed', look: 'disputed' },
};

/** Display names of portfolio states (C-60); only those that lost money need attention. */
export const portfolioStateNames: Readonly<
  Record<PortfolioState, { readonly word: string; readonly look: 'idle' | 'processing' | 'ok' | 'bad' }>
> = {
  eligible: { word: 'Eligible', look: 'idle' },
  eligible_frozen: { word: 'Frozen', look: 'idle' },
  packaged: { word: 'Packaged', look: 'processing' },
  sold: { word: 'Sold', look: 'ok' },
  recycled: { word: 'Recycled', look: 'ok' },
  defaulted: { word: 'Defaulted', look: 'bad' },
  written_off: { word: 'Written off', look: 'bad' },
};

/** The states of a results-based payment (C-60). */
export const paymentStates: Readonly<Record<PaymentStatus, { readonly word: string; readonly look: 'pending' | 'ok' | 'bad' }>> = {
  pending: { word: 'Pending', look: 'pending' },
  paid: { word: 'Paid', look: 'ok' },
  failed: { word: 'Failed', look: 'bad' },
};

/** Display names of the stages. */
export const stageTitles: Readonly<Record<StageName, string>> = {
  saastain_intake: 'SaaStain Intake',
  outbox_pump: 'Outbox Pump',
  decision_service: 'Decision Service',
  bank_integration: 'Bank Integration',
};

/** Display names of the components. */
export const componentTitles: Readonly<Record<(typeof componentNames)[number], string>> = {
  api_gateway: 'API Gateway',
  database: 'Database',
  verification_engine: 'Verification Engine',
  evidence_storage: 'Evidence Storage',
};

/** Short forms, for places where 'component' is understood. */
export const componentShort = {
  api_gateway: 'API gateway',
  database: 'Database',
  verification_engine: 'Verification',
  evidence_storage: 'Evidence',
} as const satisfies Readonly<Record<(typeof componentNames)[number], string>>;

import type { AdminUser } from '../../src/contracts/adminUser.ts';
import type { Agent, Override } from '../../src/contracts/agent.ts';
import type { DeadLetter } from '../../src/contracts/deadLetter.ts';
import type { EvidencePack } from '../../src/contracts/evidence.ts';
import type { HealthComponent } from '../../src/contracts/health.ts';
import type { Incident } from '../../src/contracts/incident.ts';
import type { KpiResponse } from '../../src/contracts/kpi.ts';
import type { Command } from '../../src/contracts/outbox.ts';
import type { RbfSummary } from '../../src/contracts/overview.ts';
import type { PipelineStage } from '../../src/contracts/pipeline.ts';
import type { Portfolio } from '../../src/contracts/portfolio.ts';
import type { RbfPayment } from '../../src/contracts/rbf.ts';
import type { School } from '../../src/contracts/school.ts';
import type { Verification } from '../../src/contracts/verification.ts';

/** What the platform says when it is asked directly, and what lies on the device: only what a judge needs is asked for. */
export interface Facts {
  readonly kpis?: KpiResponse;
  readonly pipeline?: readonly PipelineStage[];
  readonly health?: readonly HealthComponent[];
  readonly letters?: readonly DeadLetter[];
  readonly verifications?: readonly Verification[];
  readonly packs?: readonly EvidencePack[];
  readonly payments?: readonly RbfPayment[];
  readonly month?: RbfSummary;
  readonly portfolios?: readonly Portfolio[];
  readonly incidents?: readonly Incident[];
  readonly agents?: readonly Agent[];
  readonly schools?: readonly School[];
  readonly overrides?: readonly Override[];
  readonly accounts?: readonly AdminUser[];
  readonly halted?: boolean;
  /** Whether the way between this browser and the platform is open, which the proxy knows. */
  readonly linkOpen?: boolean;
  /** Rows that the platform has and this device has not, or has older, by the resource that brings them: `key@version`, the one that is missed longest first. */
  readonly behind?: Readonly<Record<string, readonly string[]>>;
  /** What is signed and held on this device, by its id: whether it passes the check here, of the very bytes that lie there, with the keys that the platform names. */
  readonly signed?: Readonly<Record<SignedTable, Readonly<Record<string, boolean>>>>;
  /** Whether the links that this device holds fit, recomputed from the very rows that lie there. */
  readonly chain?: boolean;
  /** The same of the lines of the record. */
  readonly record?: boolean;
  /** What was decided on this device, by its key. */
  readonly decisions?: Readonly<Record<string, Command>>;
}
/** Tables of what is signed. */
export type SignedTable = 'payments' | 'portfolios';
/** Facts that lie on the device itself. */
export const deviceFacts = ['behind', 'signed', 'chain', 'record', 'decisions'] as const;
export type Fact = keyof Facts;
export type DeviceFact = (typeof deviceFacts)[number];

/** Whether a *yes* about this is so; null where these facts cannot say. */
export type Judge = (about: string, facts: Facts) => boolean | null;

export interface Judged {
  readonly needs: readonly Fact[];
  readonly so: Judge;
  /** For how long a *yes* may go on after it has ceased to be so, milliseconds, and why. */
  readonly delayMs: number;
  /**
   * It tells what a row says, and stays under its panel's age once that is old (D-15): held against what was so then. Every other kind claims now, whatever moment it carries, since
   * it turns into the past by itself.
   */
  readonly asOf?: true;
  /** It needs no word of the platform's to be known on the device: a link that is gone is no reason to go on saying it. */
  readonly own?: true;
}

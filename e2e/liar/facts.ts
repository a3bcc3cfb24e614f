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

/** The platform's direct answers and the device's stored data; only what a judge needs is read. */
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
  /** Whether the link between this browser and the platform is open, according to the proxy. */
  readonly linkOpen?: boolean;
  /** Rows that the platform has and this device lacks or has in an older version, by resource: `key@version`, longest missing first. */
  readonly behind?: Readonly<Record<string, readonly string[]>>;
  /** For each signed row stored on this device, by id: whether its stored bytes pass the check with the platform's keys. */
  readonly signed?: Readonly<Record<SignedTable, Readonly<Record<string, boolean>>>>;
  /** Whether the stored chain links fit, recomputed from the stored rows. */
  readonly chain?: boolean;
  /** The same for the lines of the record. */
  readonly record?: boolean;
  /** The commands decided on this device, by idempotency key. */
  readonly decisions?: Readonly<Record<string, Command>>;
}
/** Tables with signed rows. */
export type SignedTable = 'payments' | 'portfolios';
/** Facts read from the device itself. */
export const deviceFacts = ['behind', 'signed', 'chain', 'record', 'decisions'] as const;
export type Fact = keyof Facts;
export type DeviceFact = (typeof deviceFacts)[number];

/** Whether a *yes* about this subject is true; null if these facts cannot tell. */
export type Judge = (about: string, facts: Facts) => boolean | null;

export interface Judged {
  readonly needs: readonly Fact[];
  readonly so: Judge;
  /** How long a *yes* may remain after it has become false, milliseconds. */
  readonly delayMs: number;
  /**
   * The claim repeats a row's value and stays under its panel's age once that is old (D-15): compared with what was true at that time.
   * Every other kind claims about now, whatever its as-of time, because it turns into the past tense by itself.
   */
  readonly asOf?: true;
  /** The device can know it without the platform: a lost link does not excuse a stale *yes*. */
  readonly own?: true;
}

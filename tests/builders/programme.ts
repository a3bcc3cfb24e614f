import type { Agent } from '../../src/contracts/agent.ts';
import type { Incident } from '../../src/contracts/incident.ts';
import type { Portfolio } from '../../src/contracts/portfolio.ts';
import type { InCurrency } from '../../src/domain/money/own.ts';
import type { RbfPayment } from '../../src/contracts/rbf.ts';
import type { School, SchoolFinancing } from '../../src/contracts/school.ts';

/** Rows of finance, schools, incidents and agents as the platform sends them; fields that a test does not set get default values. */

const hash = 'ab'.repeat(32);

export function portfolioRow(change: Partial<InCurrency<Portfolio>> = {}): InCurrency<Portfolio> {
  return {
    portfolioId: 'DGN-001',
    state: 'sold',
    verificationScore: 0.94,
    receivablesValue: 8_000_000,
    currency: 'KES',
    covenantHash: hash,
    jwsSignature: 'eyJh.eyJi.c2ln',
    signerKid: 'k1',
    performanceSummary: { avgUptime: 97.5, avgFuelSavings: 22.1, avgEmissionReduction: 29.4, totalSites: 4, verificationCount: 120 },
    liquidityMetrics: { availableFunding: 900_000, recycledCapital: 2_000_000, pendingPackaging: 0 },
    version: 1,
    ...change,
  };
}

export function paymentRow(change: Partial<RbfPayment> = {}, payment: Partial<RbfPayment['payment']> = {}): RbfPayment {
  return {
    payment_id: 'RBF-1',
    verification_id: 'VRF-1',
    milestone_id: 'MS-1',
    site_code: 'KE-NBO-001',
    milestone: { description: 'Kitchen available on 95% of cooking days', metric: 'uptime', threshold: 95, actualPerformance: 97.4 },
    payment: { amount: 22_000, currency: 'KES', status: 'paid', paidAt: '2026-11-20T08:00:00Z', transactionId: 'TX-1', ...payment },
    covenant_hash: hash,
    jws_signature: 'eyJh.eyJi.c2ln',
    version: 1,
    ...change,
  };
}

export function schoolOf(change: Partial<School> = {}): School {
  return {
    schoolId: 'SCH-1',
    schoolName: 'Kibera Primary',
    location: 'Nairobi',
    cookingTime: 5.2,
    steamFlow: 118,
    fuelConsumption: 61,
    fuelSavingsPercent: 22,
    uptime: 97,
    sensorHealth: 'healthy',
    lastUpdated: '2026-11-21T08:00:00Z',
    version: 1,
    ...change,
  };
}

export function financingOf(change: Partial<SchoolFinancing> = {}): SchoolFinancing {
  return {
    schoolId: 'SCH-1',
    verifiedEnergyCharges: 184_000,
    costSavings: 51_000,
    paymentStatus: 'paid',
    carbonCreditsGenerated: 18,
    emissionReductions: 20,
    dgnEligible: true,
    ...change,
  };
}

export function incidentRow(change: Partial<Incident> = {}): Incident {
  return {
    id: 'INC-1',
    severity: 'sev2',
    title: 'Bank gateway slow',
    description: 'Payments wait longer than 30 s for an answer.',
    createdAt: '2026-11-21T07:00:00Z',
    affectedServices: ['decision_service'],
    version: 1,
    ...change,
  };
}

export function agentRow(change: Partial<Agent> = {}): Agent {
  return {
    agentId: 'AG-1',
    name: 'Anomaly watcher',
    mode: 'shadow',
    confidenceScore: 0.87,
    predictionAccuracy: 0.91,
    enabled: true,
    version: 1,
    ...change,
  };
}

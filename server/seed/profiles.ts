import type { VerificationStatus } from '../../src/contracts/verification.ts';
import { demoSites, kampalaSites, type SiteSeed } from './sites.ts';

/** A verification of the seed's last hours, as in the pictures and documents. `clock` is when its newest entry was sealed. */
export interface NewestVerification {
  readonly clock: string;
  readonly siteCode: string;
  readonly uptime: number;
  readonly fuelSavings: number;
  readonly emissionReduction?: number;
  readonly confidence: number;
  readonly status: VerificationStatus;
}

/** The figures that a tenant's seed must match exactly (D-16). */
export interface TenantProfile {
  readonly tenantId: string;
  readonly randomSeed: number;
  readonly sites: readonly SiteSeed[];
  /** Prefix of the six-digit running number. It differs between tenants, so that a leak is visible. */
  readonly vrfPrefix: string;
  readonly itemPrefix: string;
  readonly total: number;
  readonly verified: number;
  readonly automated: number;
  readonly disputed: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  /** The same figures 30 days earlier, for comparison with the previous period. Those neither verified nor `disputed` failed. */
  readonly earlier: {
    readonly total: number;
    readonly verified: number;
    readonly automated: number;
    readonly disputed: number;
    readonly p50Ms: number;
  };
  /** Days from the first verification to the seed's moment. */
  readonly days: number;
  /** Percentage of readings received, and of rules passed, over all verifications (C-19). */
  readonly dataQuality: number;
  readonly ruleAdherence: number;
  readonly anomalies: number;
  /** Newest first. */
  readonly newest: readonly NewestVerification[];
}

function newest(
  clock: string,
  siteCode: string,
  uptime: number,
  fuelSavings: number,
  confidence: number,
  status: VerificationStatus,
  emissionReduction?: number,
): NewestVerification {
  return { clock, siteCode, uptime, fuelSavings, confidence, status, ...(emissionReduction === undefined ? {} : { emissionReduction }) };
}

export const demoProfile: TenantProfile = {
  tenantId: 'demo',
  randomSeed: 0x0c0ffee,
  sites: demoSites,
  vrfPrefix: 'VRF-',
  itemPrefix: 'DLQ-',
  total: 1247,
  verified: 1228,
  automated: 1175,
  disputed: 7,
  p50Ms: 2300,
  p95Ms: 5800,
  earlier: { total: 475, verified: 465, automated: 447, disputed: 4, p50Ms: 2400 },
  days: 77,
  dataQuality: 92,
  ruleAdherence: 95,
  anomalies: 14,
  newest: [
    newest('14:24:12', 'KE-KMB-004', 98.2, 24.1, 0.94, 'verified'),
    newest('14:11:37', 'KE-NKR-018', 97.4, 22.8, 0.92, 'verified'),
    newest('14:03:09', 'KE-KSM-007', 96.1, 19.5, 0.88, 'pending'),
    newest('13:51:20', 'KE-KLF-011', 99, 26.3, 0.93, 'verified', 2.05),
    newest('13:40:55', 'KE-MCK-009', 95.8, 18.2, 0.87, 'verified'),
    newest('13:22:48', 'KE-GRS-003', 91.2, 11.4, 0.61, 'disputed'),
    newest('13:09:31', 'KE-UGS-014', 98.8, 25, 0.95, 'verified'),
    newest('12:58:14', 'KE-NYR-006', 97.7, 23.6, 0.93, 'verified'),
    newest('12:41:12', 'KE-KKG-012', 96.9, 21.7, 0.9, 'pending'),
    newest('12:30:26', 'KE-KTI-005', 95.1, 17.9, 0.84, 'verified'),
    newest('12:12:40', 'KE-TRK-002', 88.4, 9.8, 0.42, 'failed'),
    newest('11:44:38', 'KE-EMB-008', 98, 24.4, 0.94, 'pending'),
    newest('11:44:02', 'KE-KLF-015', 97.2, 20.3, 0.89, 'verified'),
    newest('11:31:19', 'KE-BGM-010', 96.6, 19.1, 0.88, 'verified'),
    newest('11:16:45', 'KE-MRU-013', 98.5, 25.7, 0.95, 'verified'),
    newest('11:02:33', 'KE-HBY-004', 94.9, 16.2, 0.81, 'verified'),
    newest('10:49:07', 'KE-NRK-001', 97, 20.8, 0.9, 'verified'),
  ],
};

export const kampalaProfile: TenantProfile = {
  tenantId: 'kampala',
  randomSeed: 0x0ba0bab,
  sites: kampalaSites,
  vrfPrefix: 'KVR-',
  itemPrefix: 'KDQ-',
  total: 186,
  verified: 179,
  automated: 168,
  disputed: 2,
  p50Ms: 2900,
  p95Ms: 7100,
  earlier: { total: 61, verified: 58, automated: 53, disputed: 1, p50Ms: 3200 },
  days: 63,
  dataQuality: 89,
  ruleAdherence: 93,
  anomalies: 3,
  newest: [
    newest('14:19:30', 'UG-JJA-001', 97.6, 22.4, 0.91, 'verified'),
    newest('13:47:11', 'UG-KLA-004', 95.3, 18.6, 0.86, 'pending'),
    newest('13:02:58', 'UG-MBR-004', 98.1, 24.9, 0.94, 'verified'),
    newest('12:20:05', 'UG-GUL-001', 89.7, 12.1, 0.55, 'failed'),
    newest('11:38:49', 'UG-WKS-002', 96.8, 21.2, 0.9, 'verified'),
  ],
};

export const profiles: readonly TenantProfile[] = [demoProfile, kampalaProfile];

import type { ChainEntry, VerificationStatus } from '../../src/contracts/verification.ts';
import { PERIOD_MS } from '../entities/kpis.ts';
import { atClock, EAT_OFFSET_MS } from './anchor.ts';
import { latencies, spread } from './latencies.ts';
import type { TenantProfile } from './profiles.ts';
import { createRandom, type Random, rounded } from './random.ts';
import type { SiteSeed } from './sites.ts';

/** A verification before it is sealed; times are epoch milliseconds. `sealedAt` is the time of its newest chain entry. */
export interface VerificationDraft {
  readonly ordinal: number;
  readonly vrfId: string;
  readonly siteCode: string;
  readonly siteName: string;
  readonly status: VerificationStatus;
  readonly receivedAt: number;
  readonly sealedAt: number;
  /**
   * Milliseconds from the start of processing in the decision service to its decision, without waiting in the queue (that is the stage's
   * lag); null while pending.
   */
  readonly latencyMs: number | null;
  readonly automated: boolean;
  readonly confidenceScore: number;
  readonly performanceKpis: ChainEntry['performanceKpis'];
  readonly readingsReceived: number;
  readonly rulesPassed: number;
  readonly anomalous: boolean;
}

/** Meter readings sampled per check, and rules applied to a record. */
export const READINGS_CHECKED = 100;
export const RULES_CHECKED = 20;

const DAY_MS = 86_400_000;
/** Time a disputed record waited for a person's review. */
const REVIEW_MS = 3 * 3_600_000;
/** Number of newest records with a second entry from their arrival; older ones were imported when decided, with one entry each. */
export const SEALED_TWICE = 40;

/** Ascending random moments between two instants, denser by day and towards the end. */
function momentsBetween(random: Random, count: number, fromMs: number, toMs: number): number[] {
  const moments: number[] = [];
  while (moments.length < count) {
    const at = fromMs + (toMs - fromMs) * Math.sqrt(random.next());
    const hour = new Date(at + EAT_OFFSET_MS).getUTCHours();
    if (hour >= 6 && hour < 19 ? true : random.next() < 0.12) moments.push(Math.floor(at));
  }
  return moments.sort((a, b) => a - b);
}

/** Shuffled statuses with exactly the given counts. */
function statuses(random: Random, counts: { total: number; verified: number; disputed: number }): VerificationStatus[] {
  const failed = counts.total - counts.verified - counts.disputed;
  return random.shuffle([
    ...Array<VerificationStatus>(counts.verified).fill('verified'),
    ...Array<VerificationStatus>(counts.disputed).fill('disputed'),
    ...Array<VerificationStatus>(failed).fill('failed'),
  ]);
}

/**
 * Chooses exactly `automated` records as decided without a person. Disputes are raised by people, so a disputed record passes its turn to
 * another.
 */
function automation(random: Random, recordStatuses: readonly VerificationStatus[], automated: number): boolean[] {
  const turns = random.shuffle(Array.from(recordStatuses, (_, at) => at < automated));
  for (const [at, status] of recordStatuses.entries()) {
    if (status !== 'disputed' || turns[at] !== true) continue;
    const next = turns.findIndex((turn, place) => !turn && recordStatuses[place] !== 'disputed');
    if (next === -1) continue;
    turns[at] = false;
    turns[next] = true;
  }
  return turns;
}

/** Random KPIs of a site; failed and disputed records get poor values that explain their status. Savings follow the kitchen's size. */
function performance(random: Random, site: SiteSeed, status: VerificationStatus): ChainEntry['performanceKpis'] {
  const sound = status === 'verified' || status === 'pending';
  const uptime = Math.min(99.9, rounded(random.normal(sound ? 97.2 : 90.5, sound ? 1 : 1.5), 1));
  const fuelSavings = rounded(random.normal(sound ? 23.63 : 11.5, sound ? 3 : 1.8), 1);
  return { uptime, fuelSavings, emissionReduction: emissionReduction(site, fuelSavings) };
}

/** Tonnes CO2e saved in a record's period, from the kitchen's size and its fuel savings. */
export function emissionReduction(site: SiteSeed, fuelSavingsPercent: number): number {
  return rounded(site.served * fuelSavingsPercent * 0.000_114, 2);
}

/** Random confidence for a status: high if verified, low if failed. */
export function confidenceFor(random: Random, status: VerificationStatus): number {
  const mean = { verified: 0.915, pending: 0.9, disputed: 0.62, failed: 0.44 }[status];
  return rounded(Math.max(0.2, Math.min(0.99, random.normal(mean, 0.03))), 2);
}

/**
 * All verifications of a tenant, oldest first, matching the profile's figures exactly: counts by construction, latencies from
 * `latencies`, quality from `spread`. The newest come from the profile, the older ones are random.
 */
export function draftVerifications(profile: TenantProfile, anchorMs: number): VerificationDraft[] {
  const random = createRandom(profile.randomSeed);
  const { earlier } = profile;
  const pictured = profile.newest.toReversed();
  const picturedOf = (status: VerificationStatus): number => pictured.filter((one) => one.status === status).length;
  const between = profile.total - earlier.total - pictured.length;
  const sites = new Map(profile.sites.map((one) => [one.siteCode, one]));

  const firstPictured = atClock(anchorMs, pictured[0]?.clock ?? '14:26:06');
  const moments = [
    ...momentsBetween(random, earlier.total, anchorMs - profile.days * DAY_MS, anchorMs - PERIOD_MS),
    ...momentsBetween(random, between, anchorMs - PERIOD_MS + 60_000, firstPictured - 600_000),
    ...pictured.map((one) => atClock(anchorMs, one.clock)),
  ];
  const status = [
    ...statuses(random, earlier),
    ...statuses(random, {
      total: between,
      verified: profile.verified - earlier.verified - picturedOf('verified'),
      disputed: profile.disputed - earlier.disputed - picturedOf('disputed'),
    }),
    ...pictured.map((one) => one.status),
  ];
  // Pending records have no decision and disputes are raised by people, so neither is automated.
  const picturedAutomated = pictured.map((one) => one.status === 'verified' || one.status === 'failed');
  const automated = [
    ...automation(random, status.slice(0, earlier.total), earlier.automated),
    ...automation(
      random,
      status.slice(earlier.total, earlier.total + between),
      profile.automated - earlier.automated - picturedAutomated.filter(Boolean).length,
    ),
    ...picturedAutomated,
  ];
  const decided = profile.total - picturedOf('pending');
  const drawn = latencies(random, {
    count: decided,
    p50: profile.p50Ms,
    p95: profile.p95Ms,
    earlier: { count: earlier.total, p50: earlier.p50Ms },
  });
  const latency = [...drawn.earlier, ...drawn.later];
  const readings = spread(
    random,
    profile.total,
    READINGS_CHECKED,
    Math.round((profile.total * READINGS_CHECKED * profile.dataQuality) / 100),
    3.5,
  );
  const rules = spread(
    random,
    profile.total,
    RULES_CHECKED,
    Math.round((profile.total * RULES_CHECKED * profile.ruleAdherence) / 100),
    0.8,
  );
  const anomalous = random.shuffle(Array.from({ length: profile.total }, (_, at) => at < profile.anomalies));

  return moments.map((sealedAt, index) => {
    const shown = pictured[index - earlier.total - between];
    const site = (shown === undefined ? undefined : sites.get(shown.siteCode)) ?? random.pick(profile.sites);
    const ownStatus = status[index] ?? 'verified';
    const latencyMs = ownStatus === 'pending' ? null : (latency.shift() ?? profile.p50Ms);
    // A dispute takes a person hours. Not so for the newest records, which must stay in the order of the pictures.
    const reviewMs = ownStatus === 'disputed' && index < profile.total - SEALED_TWICE ? REVIEW_MS : 0;
    const queuedMs = random.int(40_000, 150_000) + reviewMs;
    const ordinal = index + 1;
    return {
      ordinal,
      vrfId: `${profile.vrfPrefix}${String(ordinal).padStart(6, '0')}`,
      siteCode: site.siteCode,
      siteName: site.name,
      status: ownStatus,
      sealedAt,
      receivedAt: ownStatus === 'pending' ? sealedAt - 4000 : sealedAt - queuedMs - (latencyMs ?? 0),
      latencyMs,
      automated: automated[index] ?? false,
      confidenceScore: shown?.confidence ?? confidenceFor(random, ownStatus),
      performanceKpis:
        shown === undefined
          ? performance(random, site, ownStatus)
          : {
              uptime: shown.uptime,
              fuelSavings: shown.fuelSavings,
              emissionReduction: shown.emissionReduction ?? emissionReduction(site, shown.fuelSavings),
            },
      readingsReceived: readings[index] ?? READINGS_CHECKED,
      rulesPassed: rules[index] ?? RULES_CHECKED,
      anomalous: anomalous[index] ?? false,
    };
  });
}

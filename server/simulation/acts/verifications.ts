import { href } from '../../../src/domain/screens/address.ts';
import { sql } from 'kysely';
import type { VerificationStatus } from '../../../src/contracts/verification.ts';
import { EMPTY_EVIDENCE_HASH } from '../../../src/domain/records/chain.ts';
import { appendEntry } from '../../entities/chain.ts';
import { addLivePack, dropOldPacks } from '../../evidence/livePack.ts';
import { moveVerification, readVerificationRow, tellVerification } from '../../entities/verificationStatus.ts';
import { rounded } from '../../seed/random.ts';
import { confidenceFor, emissionReduction, READINGS_CHECKED, RULES_CHECKED } from '../../seed/verifications.ts';
import type { Act, Scene } from '../act.ts';
import { addActivity } from '../../entities/notices.ts';
import { readMeters } from './meters.ts';

/** Emits a verification's newest entry; KPIs are renewed at the end of the step. */
async function tell(scene: Scene, vrfId: string): Promise<void> {
  await tellVerification(scene, vrfId);
  scene.touchKpis();
}

/** Share of records that come with an evidence pack. */
const WITH_PACK = 0.5;

/** A site's record arrives, about half of them with evidence, and is sealed as pending. */
export const receiveVerification: Act = async (scene) => {
  const { trx, tenantId, profile, random, now } = scene;
  const site = random.pick(profile.sites);
  const { covenant_hash: covenantHash } = await trx
    .selectFrom('sites')
    .select('covenant_hash')
    .where('tenant_id', '=', tenantId)
    .where('site_code', '=', site.siteCode)
    .executeTakeFirstOrThrow();
  const { ordinal } = await trx
    .selectFrom('verifications')
    .select(sql<number>`coalesce(max(ordinal), 0) + 1`.as('ordinal'))
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  const vrfId = `${profile.vrfPrefix}${String(ordinal).padStart(6, '0')}`;
  const weak = random.next() < 0.02;
  const fuelSavings = rounded(random.normal(weak ? 11.5 : 23.6, weak ? 1.5 : 3), 1);
  const performanceKpis = {
    uptime: Math.min(99.9, rounded(random.normal(weak ? 90.5 : 97.2, 1), 1)),
    fuelSavings,
    emissionReduction: emissionReduction(site, fuelSavings),
  };
  const pack =
    random.next() < WITH_PACK
      ? await addLivePack(trx, tenantId, scene.signer, {
          vrfId,
          siteCode: site.siteCode,
          siteName: site.name,
          sealedAtMs: now.getTime(),
          uptime: performanceKpis.uptime,
          fuelSavings,
        })
      : null;
  const content = {
    vrfId,
    siteCode: site.siteCode,
    timestamp: now.toISOString(),
    performanceKpis,
    status: 'pending' as const,
    covenantHash,
    evidenceHash: pack?.manifestHash ?? EMPTY_EVIDENCE_HASH,
  };
  const entry = await appendEntry(trx, tenantId, content);
  await trx
    .insertInto('verifications')
    .values({
      tenant_id: tenantId,
      vrf_id: vrfId,
      ordinal,
      site_code: site.siteCode,
      status: 'pending',
      sealed_at: entry.timestamp,
      received_at: new Date(now.getTime() - 2000).toISOString(),
      chain_index: entry.chainIndex,
      seal: entry.seal,
      prev_hash: entry.prevHash,
      covenant_hash: covenantHash,
      evidence_hash: entry.evidenceHash,
      evidence_pack_id: pack?.packId ?? null,
      uptime: performanceKpis.uptime,
      fuel_savings: fuelSavings,
      emission_reduction: performanceKpis.emissionReduction,
      confidence_score: confidenceFor(random, 'pending'),
      automated: false,
      decision_latency_ms: null,
      readings_checked: READINGS_CHECKED,
      readings_received: Math.min(READINGS_CHECKED, Math.round(random.normal(92, 3))),
      rules_checked: RULES_CHECKED,
      rules_passed: Math.min(RULES_CHECKED, Math.round(random.normal(19, 0.8))),
      anomalous: random.next() < 0.011,
      seq: 0,
      version: 1,
    })
    .execute();
  await readMeters(scene, site.siteCode);
  await tell(scene, vrfId);
  if (pack !== null) await retirePacks(scene);
  return true;
};

/** Deletes the packs beyond the newest `kept` and emits events for the records that named them. */
export async function retirePacks(scene: Scene, kept?: number): Promise<void> {
  for (const vrfId of await dropOldPacks(scene.trx, scene.tenantId, kept)) await tell(scene, vrfId);
}

/** The decision service decides the oldest pending record that is not a dead letter. */
export const decideVerification: Act = async (scene) => {
  const { trx, tenantId, random } = scene;
  const waiting = await trx
    .selectFrom('verifications as v')
    .select(['v.vrf_id', 'v.uptime', 'v.fuel_savings'])
    .where('v.tenant_id', '=', tenantId)
    .where('v.status', '=', 'pending')
    .where(sql<boolean>`not exists (select 1 from dead_letters d where d.tenant_id = v.tenant_id and d.payload ->> 'vrfId' = v.vrf_id)`)
    .orderBy('v.ordinal')
    .limit(1)
    .executeTakeFirst();
  if (waiting === undefined) return false;
  const status: VerificationStatus = waiting.fuel_savings >= 13 ? 'verified' : random.next() < 0.5 ? 'disputed' : 'failed';
  const row = await readVerificationRow(scene, waiting.vrf_id);
  if (row === undefined) throw new Error(`${waiting.vrf_id} was just found and is not there`);
  const automated = status !== 'disputed' && random.next() < 0.945;
  await moveVerification(scene, row, status, {
    automated,
    confidence_score: confidenceFor(random, status),
    decision_latency_ms: Math.round(2300 * Math.exp(random.normal(0, 0.55))),
  });
  await tell(scene, row.vrf_id);
  await addActivity(
    scene,
    `Verification ${row.vrf_id} ${status}, ${row.site_name}`,
    href('verifications', { open: row.vrf_id }),
    status === 'verified' ? 'success' : 'warning',
  );
  return true;
};

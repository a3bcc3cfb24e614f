import { useEffect, useMemo } from 'react';
import type { EvidenceManifest } from '../../contracts/evidence.ts';
import type { Result } from '../../contracts/problem.ts';
import type { HeldKeys, IntactPart, SealedInPart, SignedPart, ToldOfPack } from '../../contracts/verdict.ts';
import type { ChainEntry } from '../../contracts/verification.ts';
import { besideHistory } from '../../evidence/besideHistory.ts';
import { checkSealedIn } from '../../evidence/sealedIn.ts';
import { readManifest } from '../../store/readEvidence.ts';
import { readLinksOf, readLinksSealing } from '../../store/readVerifications.ts';
import { evidenceWorker } from './evidence.ts';
import { hub } from '../hub/hub.ts';
import { hubStatus } from '../hub/pageState.ts';
import { useSteadyCheck } from '../hub/steadyCheck.ts';
import { useHeldKeys } from './useHeldKeys.ts';
import { useHubStatus } from '../hub/useHubStatus.ts';
import { serverNow } from '../hub/useServerNow.ts';
import { useStored } from '../reads/useStored.ts';

/** What this device can check of a pack without its files: its list, its signature, and the verification it is sealed in. */
export interface PackCheck {
  /** Null if not stored on the device (yet). */
  readonly manifest: EvidenceManifest | null;
  readonly loading: boolean;
  /** Null until checked. */
  readonly intact: IntactPart | null;
  readonly signed: SignedPart | null;
  readonly sealedIn: SealedInPart | null;
}

interface Subject {
  readonly manifest: EvidenceManifest;
  readonly held: HeldKeys;
  readonly told: ToldOfPack;
  readonly entries: readonly ChainEntry[];
}
type Found = Pick<PackCheck, 'intact' | 'signed' | 'sealedIn'>;

async function check({ manifest, held, told, entries }: Subject): Promise<Result<Found>> {
  const { session } = hubStatus.get();
  const tenantId = session.phase === 'signedIn' ? session.tenant.tenantId : null;
  const at = new Date(serverNow()).toISOString();
  const [intact, signed] = await Promise.all([
    evidenceWorker.checkIntact(manifest, at),
    evidenceWorker.checkSigned({ manifest, held, tenantId }, at),
  ]);
  if (!intact.ok) return intact;
  if (!signed.ok) return signed;
  const { value } = signed;
  const signedFor = value.state === 'passed' ? value.evidence.signedFor : null;
  const { manifestHash } = manifest;
  // A list that is signed for no verification may have been sealed for another one before: that entry can be anywhere in the chain.
  const others = signedFor === null && entries.length > 0 ? await readLinksSealing(manifestHash) : [];
  const sealedIn = await checkSealedIn({ manifestHash, signedFor, told, entries: [...entries, ...others], tenantId }, at);
  return { ok: true, value: { intact: intact.value, signed: value, sealedIn } };
}

/**
 * Checks a stored pack manifest, also offline, against the chain entries of the verification it is shown under; fetches a missing one.
 * `packId` null: nothing to check.
 */
export function usePackCheck(packId: string | null, told: ToldOfPack | null): PackCheck {
  const stored = useStored(async () => (packId === null ? null : readManifest(packId)), [packId]);
  const held = useHeldKeys();
  const vrfId = told?.vrfId ?? null;
  const siteCode = told?.siteCode ?? null;
  const entries = useStored(async () => (vrfId === null ? [] : readLinksOf(vrfId)), [vrfId]).value ?? null;
  const manifest = stored.value ?? null;
  const missing = packId !== null && stored.state === 'ready' && manifest === null;
  useEffect(() => {
    if (missing && packId !== null) void hub.ensureManifest(packId); // the live read shows it when it arrives
  }, [missing, packId]);
  const subject = useMemo(
    () =>
      manifest === null || held === null || entries === null || siteCode === null
        ? null
        : { manifest, held, told: { vrfId, siteCode }, entries },
    [manifest, held, entries, vrfId, siteCode],
  );
  const checked = useSteadyCheck(subject, check);
  const status = useHubStatus();
  const mine =
    checked !== null && checked.of.manifest === manifest && checked.of.told.vrfId === vrfId && checked.outcome.ok
      ? checked.outcome.value
      : null;
  const { intact = null, signed = null } = mine ?? {};
  const sealedIn = mine?.sealedIn == null ? null : besideHistory(mine.sealedIn, status);
  return { manifest, loading: stored.state === 'loading', intact, signed, sealedIn };
}

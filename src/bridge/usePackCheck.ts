import { useEffect, useMemo } from 'react';
import type { EvidenceManifest } from '../contracts/evidence.ts';
import type { Result } from '../contracts/problem.ts';
import type { HeldKeys, IntactPart, SignedPart } from '../contracts/verdict.ts';
import { readManifest } from '../store/read.ts';
import { evidenceWorker } from './evidence.ts';
import { hub } from './hub.ts';
import { hubStatus } from './pageState.ts';
import { useSteadyCheck } from './steadyCheck.ts';
import { useHeldKeys } from './useHeldKeys.ts';
import { serverNow } from './useServerNow.ts';
import { useStored } from './useStored.ts';

/** What this device can say of a pack without its files: its list and its signature. */
export interface PackCheck {
  /** Null where the device does not hold it (yet). */
  readonly manifest: EvidenceManifest | null;
  readonly loading: boolean;
  /** Null until checked. */
  readonly intact: IntactPart | null;
  readonly signed: SignedPart | null;
}

interface Subject {
  readonly manifest: EvidenceManifest;
  readonly held: HeldKeys;
}

async function check({ manifest, held }: Subject): Promise<Result<{ readonly intact: IntactPart; readonly signed: SignedPart }>> {
  const { session } = hubStatus.get();
  const tenantId = session.phase === 'signedIn' ? session.tenant.tenantId : null;
  const at = new Date(serverNow()).toISOString();
  const [intact, signed] = await Promise.all([
    evidenceWorker.checkIntact(manifest, at),
    evidenceWorker.checkSigned({ manifest, held, tenantId }, at),
  ]);
  if (!intact.ok) return intact;
  return signed.ok ? { ok: true, value: { intact: intact.value, signed: signed.value } } : signed;
}

/** Checks a pack's manifest as held on this device, also offline; asks for one that is not held. `packId` null: nothing to check. */
export function usePackCheck(packId: string | null): PackCheck {
  const stored = useStored(async () => (packId === null ? null : readManifest(packId)), [packId]);
  const held = useHeldKeys();
  const manifest = stored.value ?? null;
  const missing = packId !== null && stored.state === 'ready' && manifest === null;
  useEffect(() => {
    if (missing && packId !== null) void hub.ensureManifest(packId); // the live read shows it when it comes
  }, [missing, packId]);
  const subject = useMemo(() => (manifest === null || held === null ? null : { manifest, held }), [manifest, held]);
  const checked = useSteadyCheck(subject, check);
  const mine = checked !== null && checked.of.manifest === manifest && checked.outcome.ok ? checked.outcome.value : null;
  return { manifest, loading: stored.state === 'loading', intact: mine?.intact ?? null, signed: mine?.signed ?? null };
}

import { useEffect, useState } from 'react';
import type { EvidenceManifest } from '../contracts/evidence.ts';
import type { IntactPart, SignedPart } from '../contracts/verdict.ts';
import { readManifest } from '../store/read.ts';
import { evidenceWorker } from './evidence.ts';
import { hub } from './hub.ts';
import { hubStatus } from './pageState.ts';
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

interface Parts {
  readonly of: EvidenceManifest;
  readonly intact: IntactPart | null;
  readonly signed: SignedPart | null;
}

/** Checks a pack's manifest as held on this device, also offline; asks for one that is not held. `packId` null: nothing to check. */
export function usePackCheck(packId: string | null): PackCheck {
  const stored = useStored(async () => (packId === null ? null : readManifest(packId)), [packId]);
  const held = useHeldKeys();
  const [parts, setParts] = useState<Parts | null>(null);
  const manifest = stored.value ?? null;
  const missing = packId !== null && stored.state === 'ready' && manifest === null;
  useEffect(() => {
    if (missing && packId !== null) void hub.ensureManifest(packId); // the live read shows it when it comes
  }, [missing, packId]);
  useEffect(() => {
    if (manifest === null || held === null) return;
    let current = true;
    const { session } = hubStatus.get();
    const tenantId = session.phase === 'signedIn' ? session.tenant.tenantId : null;
    const at = new Date(serverNow()).toISOString();
    void Promise.all([evidenceWorker.checkIntact(manifest, at), evidenceWorker.checkSigned({ manifest, held, tenantId }, at)]).then(
      ([intact, signed]) => {
        if (current) setParts({ of: manifest, intact: intact.ok ? intact.value : null, signed: signed.ok ? signed.value : null });
      },
    );
    return () => {
      current = false;
    };
  }, [manifest, held]);
  const mine = parts?.of === manifest ? parts : null;
  return { manifest, loading: stored.state === 'loading', intact: mine?.intact ?? null, signed: mine?.signed ?? null };
}

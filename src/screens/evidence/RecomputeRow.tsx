import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { evidenceWorker } from '../../bridge/proof/evidence.ts';
import { usePerson } from '../../bridge/acts/useMay.ts';
import type { EvidenceManifest } from '../../contracts/evidence.ts';
import type { IntactPart, Recomputed } from '../../contracts/verdict.ts';
import { messages } from '../../evidence/messages.ts';
import { readManifest } from '../../store/readEvidence.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { HashPair } from '../../ui/evidence/HashPair.tsx';
import { announce } from '../../ui/feedback/LiveRegion.tsx';
import { useMedia } from '../../ui/overlay/useMedia.ts';
import { hashRecomputed } from '../../domain/claims/proof.ts';
import { ClaimBadge } from '../../ui/status/ClaimBadge.tsx';

/** The run's own result, shown until the user recomputes. */
function firstFrom(
  manifest: EvidenceManifest,
  intact: IntactPart | null,
): Pick<Recomputed, 'equal' | 'message' | 'manifestHash' | 'computedHash'> | null {
  const computedHash = intact === null || intact.state === 'notCheckable' ? null : intact.evidence.computedHash;
  if (computedHash === null) return null;
  const equal = computedHash === manifest.manifestHash;
  return { equal, message: equal ? messages.hashVerified : messages.hashMismatch, manifestHash: manifest.manifestHash, computedHash };
}

/** The recompute control (C-71): the signed hash above the one computed here from the currently stored copy. */
export function RecomputeRow({ manifest, intact }: { readonly manifest: EvidenceManifest; readonly intact: IntactPart | null }) {
  const person = usePerson();
  const narrow = useMedia('(max-width: 599px)');
  const [found, setFound] = useState<Pick<Recomputed, 'equal' | 'message' | 'manifestHash' | 'computedHash'> | null>(() =>
    firstFrom(manifest, intact),
  );
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const may = person?.permissions.has('action:recompute_hash') === true;

  const compute = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      const result = await evidenceWorker.recompute((await readManifest(manifest.packId)) ?? manifest);
      if (result.ok) {
        setFound(result.value);
        announce(result.value.message);
      } else {
        setFailure(result.problem.message);
      }
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="evidence-recompute" aria-label="Recompute hash">
      {found !== null && (
        <HashPair a={found.manifestHash} b={found.computedHash} labels={['Manifest', 'Recomputed']} cut={narrow ? 16 : 32} />
      )}
      {found === null && <p className="uk-small uk-fg2">The list breaks a rule, so the run did not hash it.</p>}
      <div className="uk-actions">
        {failure !== null && <span className="uk-small evidence-warning">{failure}</span>}
        {found !== null && <ClaimBadge claim={hashRecomputed(manifest.packId, found)}>{found.message}</ClaimBadge>}
        <Button
          icon={RefreshCw}
          busy={busy}
          onClick={() => void compute()}
          {...(may ? {} : { disabledReason: 'Your role does not allow this' })}
        >
          Recompute hash
        </Button>
      </div>
    </section>
  );
}

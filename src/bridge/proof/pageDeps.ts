import type { ProofSaver, Proven } from '../../contracts/proof.ts';
import { historyLabels } from '../../domain/records/chainLabels.ts';
import type { ProofOutcome } from '../../domain/records/savedProof.ts';
import { formatCount } from '../../domain/format.ts';
import { readManifest } from '../../store/readEvidence.ts';
import { readChain, readLinksOf, readVerification } from '../../store/readVerifications.ts';
import { evidenceWorker } from './evidence.ts';
import { fetchApi } from '../reads/fetchApi.ts';
import { hub } from '../hub/hub.ts';
import { hubStatus } from '../hub/pageState.ts';
import { heldKeys } from './useHeldKeys.ts';
import { serverNow } from '../hub/useServerNow.ts';
import { gatherProof, type GatherDeps, isWorthAsking } from './gatherProof.ts';

/** What this device has found wrong with the platform's history, as a sentence; null if nothing. */
function alarm(): string | null {
  const { historyFound, twoHistories } = hubStatus.get();
  if (twoHistories !== null) return `For place ${formatCount(twoHistories.index)} the platform has signed two seals: one of them is false.`;
  return historyFound === null ? null : historyLabels(historyFound, null).text;
}

/** Gathers a proof on this page; null while nobody is signed in. */
export function gatherHere(record: Proven): Promise<ProofOutcome> | null {
  const deps = pageDeps();
  return deps === null ? null : gatherProof(record, deps);
}

function pageDeps(): GatherDeps | null {
  const { session } = hubStatus.get();
  if (session.phase !== 'signedIn') return null;
  const savedBy: ProofSaver = { id: session.user.id, name: session.user.name };
  return {
    tenantId: session.tenant.tenantId,
    savedBy,
    now: () => new Date(serverNow()).toISOString(),
    mayAnswer: () => isWorthAsking(hubStatus.get().connection.state),
    call: fetchApi,
    ensureManifest: hub.ensureManifest,
    readVerification,
    readManifest,
    readLinksOf,
    readChain,
    readKeys: heldKeys,
    chainSeen: hub.chainSeen,
    alarm,
    open: evidenceWorker.openProof,
    compare: evidenceWorker.compareChain,
  };
}

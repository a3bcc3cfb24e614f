import type { ProofSaver, Proven } from '../../contracts/proof.ts';
import { historyWords } from '../../domain/chainWords.ts';
import type { ProofOutcome } from '../../domain/savedProof.ts';
import { formatCount } from '../../domain/format.ts';
import { readManifest } from '../../store/read.ts';
import { readChain, readLinksOf, readVerification } from '../../store/readVerifications.ts';
import { evidenceWorker } from '../evidence.ts';
import { fetchApi } from '../fetchApi.ts';
import { hub } from '../hub.ts';
import { hubStatus } from '../pageState.ts';
import { heldKeys } from '../useHeldKeys.ts';
import { serverNow } from '../useServerNow.ts';
import { gatherProof, type GatherPorts, isWorthAsking } from './gatherProof.ts';

/** What this device has found wrong with the platform's history, as a sentence; null where nothing. */
function alarm(): string | null {
  const { historyFound, twoHistories } = hubStatus.get();
  if (twoHistories !== null)
    return `For place ${formatCount(twoHistories.index)} the platform has signed two seals: one of the two is not what happened.`;
  return historyFound === null ? null : historyWords(historyFound, null).text;
}

/** Gathers a proof on this page; null while nobody is signed in. */
export function gatherHere(record: Proven): Promise<ProofOutcome> | null {
  const ports = pagePorts();
  return ports === null ? null : gatherProof(record, ports);
}

function pagePorts(): GatherPorts | null {
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

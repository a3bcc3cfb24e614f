import type { EvidenceFault, SealedInCheck, SealedInEvidence, SealedInPart } from '../contracts/verdict.ts';
import type { ChainEntry } from '../contracts/verification.ts';
import { canonicalChainEntry, EMPTY_EVIDENCE_HASH, GENESIS } from '../domain/records/chain.ts';
import { cutHash } from '../domain/format.ts';
import { sha256Hex } from './bytes.ts';
import { clip, notTheEvidenceMessage } from './messages.ts';

/**
 * *Sealed in*: whose evidence a pack is, according to the chain alone. A pack can be intact and signed and still be listed for another
 * school's verification, because neither its list nor an older signature names one. Threat: an attacker with write access to the
 * platform's database controls names, sites, times and statuses of its lists, but cannot write an entry whose computed seal is the
 * `prevHash` of the following entry.
 */
export async function checkSealedIn(check: SealedInCheck, at: string): Promise<SealedInPart> {
  const { manifestHash, signedFor, told, tenantId } = check;
  const taken = signedFor === null ? sealedTwice(check) : null;
  const named = nameOf(check);
  if (named === null)
    return {
      state: 'notCheckable',
      reason:
        taken ??
        (told === null ? 'No chain entry with this manifest’s hash is available' : 'The platform names no verification of this pack'),
    };
  const { vrfId, namedBy } = named;
  const own = check.entries.filter((entry) => entry.vrfId === vrfId).toSorted((a, b) => a.chainIndex - b.chainIndex);
  const newest = own.at(-1);
  const sealing = own.find(({ evidenceHash }) => evidenceHash === manifestHash);
  const evidence: SealedInEvidence = {
    vrfId,
    namedBy,
    entry: null,
    status: null,
  };
  const failed = (code: EvidenceFault, reason: string, id: string = vrfId): SealedInPart => ({
    state: 'failed',
    at,
    code,
    message: notTheEvidenceMessage(id),
    reasons: [reason],
    evidence,
  });

  if (signedFor !== null && told !== null && told.vrfId !== null && told.vrfId !== signedFor.verificationId)
    return failed(
      'other_verification',
      `It is signed for ${clip(signedFor.verificationId)}; the platform lists it for ${clip(told.vrfId)}`,
      told.vrfId,
    );
  if (newest === undefined) return { state: 'notCheckable', reason: `No entry of ${clip(vrfId)} is available` };
  if (tenantId === null)
    return { state: 'notCheckable', reason: 'Whose chain it is, is not known: the signature that would say so does not hold' };

  const broken = await brokenLink(own, check.entries, tenantId);
  if (broken?.state === 'failed') return failed(broken.code, broken.reason);
  if (broken !== null) return broken;
  if (newest.evidenceHash !== manifestHash) {
    if (newest.evidenceHash === EMPTY_EVIDENCE_HASH) return failed('without_evidence', `${clip(vrfId)} was sealed without evidence`);
    const since = sealing === undefined ? '' : ` since entry ${newest.chainIndex}`;
    return failed('other_evidence', `${clip(vrfId)} is sealed with other evidence${since}: ${cutHash(newest.evidenceHash, 16)}`);
  }
  if (taken !== null) return { state: 'notCheckable', reason: taken };
  const sites = new Set(own.map(({ siteCode }) => siteCode));
  for (const [site, by] of [
    [signedFor?.siteCode, 'It is signed for'],
    [told?.siteCode, 'The platform lists it for'],
  ] as const) {
    const other = site === undefined ? undefined : [...sites].find((sealed) => sealed !== site);
    if (site !== undefined && other !== undefined)
      return failed('other_site', `${by} ${clip(site)}; ${clip(vrfId)} was sealed for ${clip(other)}`);
  }
  if (sites.size > 1)
    return failed('other_site', `${clip(vrfId)} was sealed for several sites: ${[...sites].map((site) => clip(site)).join(', ')}`);
  const { chainIndex, siteCode, timestamp, seal } = sealing ?? newest; // the newest entry has the hash, so `sealing` exists
  return { state: 'passed', at, evidence: { ...evidence, entry: { chainIndex, vrfId, siteCode, timestamp, seal }, status: newest.status } };
}

/**
 * Message if the chain seals this list for more than one verification; otherwise null. An older signature, which names no verification,
 * then proves it for neither: with write access to the database it is enough to add an entry with the hash of an old list, and to list
 * the pack for it.
 */
function sealedTwice({ manifestHash, told, entries }: SealedInCheck): string | null {
  const all = new Set(entries.flatMap(({ evidenceHash, vrfId }) => (evidenceHash === manifestHash ? [vrfId] : [])));
  const [one, other] = [...all].toSorted((a, b) => Number(b === told?.vrfId) - Number(a === told?.vrfId));
  return one === undefined || other === undefined
    ? null
    : `The chain seals this list for ${clip(one)} and for ${clip(other)}, and its signature names neither`;
}

/**
 * The verification to compare the pack with: the signed one, otherwise the one the platform lists. Without a list, the only verification
 * in the chain with its hash.
 */
function nameOf({
  manifestHash,
  signedFor,
  told,
  entries,
}: SealedInCheck): (Pick<SealedInEvidence, 'namedBy'> & { readonly vrfId: string }) | null {
  if (signedFor !== null) return { vrfId: signedFor.verificationId, namedBy: 'signature' };
  if (told !== null) return told.vrfId === null ? null : { vrfId: told.vrfId, namedBy: 'platform' };
  const [only, ...others] = new Set(entries.flatMap(({ evidenceHash, vrfId }) => (evidenceHash === manifestHash ? [vrfId] : [])));
  return only === undefined || others.length > 0 ? null : { vrfId: only, namedBy: 'chain' };
}

type Finding =
  | { readonly state: 'failed'; readonly code: 'seal_mismatch' | 'link_broken'; readonly reason: string }
  | { readonly state: 'notCheckable'; readonly reason: string };

/**
 * The first of these entries whose seal is wrong or that is not linked to its neighbours; null if all are fine. Seals of the neighbours
 * are computed too: a neighbour with a wrong seal proves nothing for or against our entries, because its original content is unknown.
 */
async function brokenLink(own: readonly ChainEntry[], entries: readonly ChainEntry[], tenantId: string): Promise<Finding | null> {
  const places = new Set(own.flatMap(({ chainIndex }) => [chainIndex - 1, chainIndex, chainIndex + 1]));
  const ours = new Set(own);
  const near = entries.filter(({ chainIndex }) => places.has(chainIndex));
  const seals = await Promise.all(near.map((entry) => sha256Hex(canonicalChainEntry(tenantId, entry))));
  const sealAt = new Map<number, string>();
  let strange: Finding | null = null;
  for (const [place, entry] of near.entries()) {
    const { chainIndex, vrfId, prevHash, seal } = entry;
    const shown = `Entry ${chainIndex} of the chain (${clip(vrfId)})`;
    if (seals[place] !== seal) {
      if (ours.has(entry)) return { state: 'failed', code: 'seal_mismatch', reason: `${shown} does not say what was sealed` };
      strange ??= { state: 'notCheckable', reason: `${shown}, which lies beside it, does not say what was sealed` };
      continue;
    }
    if (chainIndex === 0 && prevHash !== GENESIS)
      return { state: 'failed', code: 'link_broken', reason: `${shown} does not start the chain` };
    const other = sealAt.get(chainIndex);
    if (other !== undefined && other !== seal)
      return { state: 'failed', code: 'link_broken', reason: `Two entries claim place ${chainIndex} of the chain` };
    sealAt.set(chainIndex, seal);
  }
  for (const [place, { chainIndex, prevHash, seal }] of near.entries()) {
    const before = seals[place] === seal ? sealAt.get(chainIndex - 1) : undefined;
    if (before !== undefined && before !== prevHash)
      return { state: 'failed', code: 'link_broken', reason: `Entry ${chainIndex} of the chain is not tied to the one before it` };
  }
  return strange;
}

import type { EvidenceFault, SealedInCheck, SealedInEvidence, SealedInPart } from '../contracts/verdict.ts';
import type { ChainEntry } from '../contracts/verification.ts';
import { canonicalChainEntry, EMPTY_EVIDENCE_HASH, GENESIS } from '../domain/chain.ts';
import { cutHash } from '../domain/format.ts';
import { sha256Hex } from './bytes.ts';
import { clip, notTheEvidenceMessage } from './messages.ts';

/**
 * *Sealed in*: whose evidence a pack is, by the chain and by nobody's word. A pack may be intact and signed and stand beside another school's verification, because
 * neither its list nor an older signature names one. The attacker here writes the platform's database: names, sites, times and statuses of its lists are
 * his. What he cannot write is an entry whose seal, computed here, is the one that the entry after it is tied to.
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
        (told === null
          ? 'No entry of the chain that holds this manifest’s hash is at hand'
          : 'The platform names no verification of this pack'),
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
  const failed = (code: EvidenceFault, reason: string, of: string = vrfId): SealedInPart => ({
    state: 'failed',
    at,
    code,
    message: notTheEvidenceMessage(of),
    reasons: [reason],
    evidence,
  });

  if (signedFor !== null && told !== null && told.vrfId !== null && told.vrfId !== signedFor.verificationId)
    return failed(
      'other_verification',
      `It is signed for ${clip(signedFor.verificationId)}; the platform lists it for ${clip(told.vrfId)}`,
      told.vrfId,
    );
  if (newest === undefined) return { state: 'notCheckable', reason: `No entry of ${clip(vrfId)} is at hand` };
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
  const { chainIndex, siteCode, timestamp, seal } = sealing ?? newest; // the newest holds the hash, so one does
  return { state: 'passed', at, evidence: { ...evidence, entry: { chainIndex, vrfId, siteCode, timestamp, seal }, status: newest.status } };
}

/**
 * That the chain seals this list for more than one verification, as a sentence; null where it does not. A signature of before packs were signed for a verification then says of neither that
 * the list is its evidence: whoever writes the platform's database has only to add an entry that holds the hash of a list signed long ago, and to list the pack for it.
 */
function sealedTwice({ manifestHash, told, entries }: SealedInCheck): string | null {
  const all = new Set(entries.flatMap(({ evidenceHash, vrfId }) => (evidenceHash === manifestHash ? [vrfId] : [])));
  const [one, other] = [...all].toSorted((a, b) => Number(b === told?.vrfId) - Number(a === told?.vrfId));
  return one === undefined || other === undefined
    ? null
    : `The chain seals this list for ${clip(one)} and for ${clip(other)}, and its signature names neither`;
}

/** The verification to hold the pack against: the one it is signed for, else the one that the platform lists it for. Without a list the only one that holds its hash. */
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
 * The first of these entries that is not what was sealed, or is not tied to what lies beside it; null where all of them are. Every seal is computed here, those of the
 * entries beside too: one that does not give its seal says nothing of ours, for or against it, and what it should have said is not known.
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

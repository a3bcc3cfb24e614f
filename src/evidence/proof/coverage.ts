import type { Proof } from '../../contracts/proof.ts';
import type { ProofCovered, ProofUncovered, ProofVerdict } from '../../contracts/proofVerdict.ts';
import { hasProofFieldName } from '../../domain/records/proofLabels.ts';
import { leavesOf } from '../../domain/records/recordFields.ts';
import { worthFirst } from '../../domain/records/recordLabels.ts';
import { packCoverage } from '../packCoverage.ts';
import { standsOn } from './links.ts';
import { isSealedField, rowOf } from './rowPart.ts';

type Judged = Omit<ProofVerdict, 'lineage' | 'covers' | 'notCovered'>;
interface ProofCoverage {
  readonly covers: readonly ProofCovered[];
  readonly notCovered: readonly ProofUncovered[];
}

/** Members of a key that are compared with the given key set, or required by the lint. */
const comparedOfKey: ReadonlySet<string> = new Set(['kid', 'kty', 'n', 'e', 'use', 'alg', 'key_ops', 'notBefore', 'retiredAt']);

/**
 * Every value in a proof, in one of the two lists (D-52). A value counts as covered only if the part that covers it passed. Under the
 * keys in the file itself a signature can still be anybody's; the part `keys` reports that.
 * @param sealed true if the entries are under a valid checkpoint
 */
export function proofCoverage(proof: Proof, verdict: Judged, sealed: boolean): ProofCoverage {
  const covers: ProofCovered[] = [];
  const notCovered: ProofUncovered[] = [];
  const { record, pack, parts } = verdict;
  // Values of the file itself come first: printed lists are cut at the end.
  for (const [field, value] of leavesOf({ savedAt: proof.savedAt, savedBy: proof.savedBy }))
    notCovered.push({ field, value, why: 'saversWord' });
  notCovered.push({ field: 'keys.fetchedAt', value: proof.keys.fetchedAt, why: 'saversWord' });
  for (const [place, jwk] of proof.keys.keys.entries()) {
    const held = parts.keys?.state === 'passed' && verdict.keys[place]?.against === 'equal';
    for (const [name, value] of leavesOf(jwk))
      if (!held || !comparedOfKey.has(name)) notCovered.push({ field: `keys.keys[${place}].${name}`, value, why: 'inFile' });
  }
  if (record !== null) {
    covers.push(...record.covers.map((each) => ({ ...each, field: `record.${each.field}` })));
    notCovered.push(...record.notCovered.map((each) => ({ ...each, field: `record.${each.field}` })));
  }
  const row = rowOf(proof);
  if (row !== null) {
    const holds = sealed && parts.verification?.state === 'passed';
    const packHolds = parts.pack?.state === 'passed' && parts.sealedIn?.state === 'passed';
    for (const [path, value] of leavesOf(row)) {
      const field = `verification.${path}`;
      if (path === 'evidencePackId' && packHolds && value === proof.pack?.packId) covers.push({ field, value, by: 'signature' });
      else if (!isSealedField(path)) notCovered.push({ field, value, why: 'neverSigned' });
      else if (holds) covers.push({ field, value, by: 'chain' });
      else
        notCovered.push({
          field,
          value,
          why: parts.chain?.state === 'failed' || parts.verification?.state === 'failed' ? 'notHeld' : 'noCheckpoint',
        });
    }
  }
  if (standsOn(proof.record).by === 'verification')
    for (const when of unseen(proof.chain)) notCovered.push({ field: `verification, decided ${when}`, value: null, why: 'notAtHand' });
  if (pack !== null && proof.pack !== null) {
    const its = packCoverage(proof.pack, pack);
    if (pack.signed.state === 'passed' && pack.signed.evidence.signedFor === null)
      // The signature names no verification: an entry outside the file may seal the same list for another one.
      notCovered.push({ field: 'pack, sealed for another verification', value: null, why: 'notAtHand' });
    covers.push(...its.covers.map((each) => ({ ...each, field: `pack.${each.field}` })));
    notCovered.push(...its.notCovered.map((each) => ({ ...each, field: `pack.${each.field}` })));
  }
  return { covers, notCovered: worthFirst(notCovered, hasProofFieldName) };
}

/**
 * Positions at which a decision on the verification may exist outside this file: before its first link, after its last, and between runs.
 */
function unseen(chain: Proof['chain']): readonly string[] {
  const [first, last] = [chain[0], chain.at(-1)];
  if (first === undefined || last === undefined) return [];
  const gaps = chain.flatMap(({ chainIndex }, place) => {
    const next = chain[place + 1];
    return next === undefined || next.chainIndex === chainIndex + 1 ? [] : [`between link ${chainIndex} and link ${next.chainIndex}`];
  });
  // The end comes first: a later decision may follow there.
  return [`after link ${last.chainIndex}`, `before link ${first.chainIndex}`, ...gaps];
}

import type { Checkpoint } from '../../contracts/checkpoint.ts';
import type { Proof, Proven } from '../../contracts/proof.ts';
import type { ChainEntry } from '../../contracts/verification.ts';
import { kidNamed } from '../jws.ts';

/** What of the chain a record stands on: the entries of a verification, the link that a report was made at, or nothing that it names. */
export type StandsOn =
  | { readonly by: 'verification'; readonly vrfId: string }
  | { readonly by: 'place'; readonly chainIndex: number; readonly seal: string }
  | { readonly by: 'nothing' };

export function standsOn(record: Proven): StandsOn {
  switch (record.kind) {
    case 'payment':
      return { by: 'verification', vrfId: record.value.verification_id };
    case 'verification':
      return { by: 'verification', vrfId: record.value.vrfId };
    case 'report': {
      const chain = record.value.basis?.chain;
      return chain == null ? { by: 'nothing' } : { by: 'place', chainIndex: chain.index, seal: chain.seal };
    }
    case 'portfolio':
      return { by: 'nothing' };
    default:
      return record satisfies never;
  }
}

/** Whether an entry is one that the record stands on, and not only a link that leads on from it. */
export function isOwn(on: StandsOn, { vrfId, chainIndex }: Pick<ChainEntry, 'vrfId' | 'chainIndex'>): boolean {
  return on.by === 'verification' ? vrfId === on.vrfId : on.by === 'place' && chainIndex === on.chainIndex;
}

/** The first checkpoint of the verification chain at a place or after it; of one place the earliest. Null: not yet under one. */
export function firstAtOrAfter(checkpoints: readonly Checkpoint[], place: number): Checkpoint | null {
  const after = checkpoints.filter(({ chain, index }) => chain === 'verifications' && index >= place);
  return after.toSorted((a, b) => a.index - b.index || a.at.localeCompare(b.at))[0] ?? null;
}

/** Every signature that stands in a proof. */
export function signaturesIn({ record, pack, checkpoints }: Pick<Proof, 'record' | 'pack' | 'checkpoints'>): readonly string[] {
  return [
    ...ownSignatures(record),
    ...(pack === null ? [] : [pack.jwsSignature]),
    ...checkpoints.first.map(({ jws }) => jws),
    ...(checkpoints.newest === null ? [] : [checkpoints.newest.jws]),
  ];
}

function ownSignatures(record: Proven): readonly string[] {
  switch (record.kind) {
    case 'payment':
      return [record.value.jws_signature, ...(record.value.laterStatements ?? [])];
    case 'portfolio':
      return [record.value.jwsSignature, ...(record.value.laterStatements ?? [])];
    case 'report':
      return [record.value.proofFile];
    case 'verification':
      return [];
    default:
      return record satisfies never;
  }
}

/** The keys that the signatures of a proof name. */
export function kidsNamed(proof: Pick<Proof, 'record' | 'pack' | 'checkpoints'>): ReadonlySet<string> {
  return new Set(signaturesIn(proof).flatMap((jws) => kidNamed(jws) ?? []));
}

import type { Checkpoint } from '../../contracts/checkpoint.ts';
import type { Proof, Proven } from '../../contracts/proof.ts';
import type { ChainEntry } from '../../contracts/verification.ts';
import { kidNamed } from '../jws.ts';

/** The part of the chain that a record is based on: the entries of a verification, the link that a report was made at, or nothing. */
export type StandsOn =
  | { readonly by: 'verification'; readonly vrfId: string }
  | { readonly by: 'place'; readonly chainIndex: number; readonly seal: string }
  | { readonly by: 'nothing' };

/** A portfolio, and a report whose basis names no chain, stand on nothing. */
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

/** True if the record is based on this entry, as opposed to a link that merely leads on to a checkpoint. */
export function isOwn(on: StandsOn, { vrfId, chainIndex }: Pick<ChainEntry, 'vrfId' | 'chainIndex'>): boolean {
  return on.by === 'verification' ? vrfId === on.vrfId : on.by === 'place' && chainIndex === on.chainIndex;
}

/** The first checkpoint of the verification chain at or after a position; for one position the earliest. Null: not yet under one. */
export function firstAtOrAfter(checkpoints: readonly Checkpoint[], place: number): Checkpoint | null {
  const after = checkpoints.filter(({ chain, index }) => chain === 'verifications' && index >= place);
  return after.toSorted((a, b) => a.index - b.index || a.at.localeCompare(b.at))[0] ?? null;
}

/** Every signature in a proof. */
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

/** Key ids named by the signatures of a proof. */
export function kidsNamed(proof: Pick<Proof, 'record' | 'pack' | 'checkpoints'>): ReadonlySet<string> {
  return new Set(signaturesIn(proof).flatMap((jws) => kidNamed(jws) ?? []));
}

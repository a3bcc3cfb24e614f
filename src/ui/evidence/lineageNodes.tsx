import { FileCheck, FileSignature, KeyRound } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import type { EvidencePack } from '../../contracts/evidence.ts';
import type { IntactPart, SignedPart } from '../../contracts/verdict.ts';
import { EMPTY_EVIDENCE_HASH } from '../../domain/chain.ts';
import { plural } from '../../domain/format.ts';
import { hashAgrees, signatureHolds } from '../../domain/claims/proof.ts';
import { ClaimBadge } from '../status/ClaimBadge.tsx';
import { StatusBadge } from '../status/StatusBadge.tsx';
import { Time } from '../time/Time.tsx';
import { LineageHash, type LineageNode } from './LineageRail.tsx';

/** The router's link. */
export type LineageLink = ComponentType<{ href: string; className: string; children: ReactNode }>;

const packHref = (packId: string): string => `/operations/evidence?pack=${encodeURIComponent(packId)}`;
const lockWords = { locked: 'locked', unlocked: 'not locked', error: 'lock in error' } as const;

interface EvidenceOf {
  /** Undefined where the record names no pack. */
  readonly packId: string | undefined;
  /** The hash that the record seals. */
  readonly evidenceHash: string;
  /** The pack's row as held on this device. */
  readonly pack: EvidencePack | null;
}

/** The evidence that a record stands on: the pack, whether its hash is the one sealed, or why there is none. */
export function evidenceNode({ packId, evidenceHash, pack }: EvidenceOf, Link: LineageLink): LineageNode {
  if (packId === undefined) {
    const without = evidenceHash === EMPTY_EVIDENCE_HASH;
    return {
      id: 'evidence',
      icon: FileCheck,
      title: without ? 'No evidence pack' : 'Evidence pack no longer kept',
      children: without ? (
        'Sealed without evidence'
      ) : (
        <>
          <LineageHash name="evidence" value={evidenceHash} />
          The record still seals its hash: a pack saved earlier can be held against it
        </>
      ),
    };
  }
  // The pack's own hash as listed: equal says that the record seals this very file list.
  const same = hashAgrees(packId, { sealed: evidenceHash, listed: pack?.manifestHash ?? null });
  return {
    id: 'evidence',
    icon: FileCheck,
    title: <Link href={packHref(packId)} className="uk-link">{`Evidence pack ${packId}`}</Link>,
    aside: pack === null ? null : <ClaimBadge claim={same} />,
    children: (
      <>
        <LineageHash name="evidence" value={evidenceHash} />
        {pack === null ? 'Its details are not held on this device' : `${plural(pack.fileCount, 'file')}, ${lockWords[pack.wormStatus]}`}
      </>
    ),
  };
}

interface SignatureOf {
  readonly packId: string;
  readonly manifestHeld: boolean;
  /** Null until checked. */
  readonly intact: IntactPart | null;
  readonly signed: SignedPart | null;
}

/** A pack's own signature, as checked on this device over its file list. Nothing unknown is drawn as good. */
export function signatureNode({ packId, manifestHeld, intact, signed }: SignatureOf, Link: LineageLink): LineageNode {
  const failed = [intact, signed].find((part) => part?.state === 'failed');
  const claim = signatureHolds(packId, { intact, signed });
  return {
    id: 'signature',
    icon: FileSignature,
    title: (
      <Link href={packHref(packId)} className="uk-link">
        Signature of the pack
      </Link>
    ),
    aside: <ClaimBadge claim={claim} />,
    children:
      claim.answer === 'yes' && signed?.state === 'passed' ? (
        <>
          RS256 over file list, pack and tenant; checked on this device <Time at={signed.at} as="whenSeconds" beside="server" zone />
        </>
      ) : failed?.state === 'failed' ? (
        `${failed.message}. ${failed.reasons[0] ?? ''}`
      ) : manifestHeld ? (
        'Checking on this device'
      ) : (
        'The manifest is not held on this device: available when online'
      ),
  };
}

interface KeyOf {
  readonly signerKid: string;
  /** The set as held; null until it was read. */
  readonly keys: readonly { readonly kid: string }[] | null;
  readonly note: ReactNode;
}

/** The key that signed, and whether the set on this device holds it; leads to what else it signed. */
export function keyNode({ signerKid, keys, note }: KeyOf, Link: LineageLink): LineageNode {
  const held = keys === null ? null : keys.some(({ kid }) => kid === signerKid);
  return {
    id: 'key',
    icon: KeyRound,
    title: (
      <Link href={`/operations/evidence?q=${encodeURIComponent(signerKid)}`} className="uk-link uk-mono">
        {signerKid}
      </Link>
    ),
    aside: held === null ? null : held ? 'in the key set' : <StatusBadge status="bad">Unknown key</StatusBadge>,
    children: held === false ? 'No key of this name is in the set: the signature cannot be trusted' : note,
  };
}

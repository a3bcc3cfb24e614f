import { FileCheck, FileSignature, KeyRound } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import type { EvidenceManifest, EvidencePack } from '../../contracts/evidence.ts';
import type { IntactPart, SealedInPart, SignedPart } from '../../contracts/verdict.ts';
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

/** What this device found of a pack; null each until it was checked. */
interface CheckOf {
  readonly manifest: EvidenceManifest | null;
  readonly intact: IntactPart | null;
  readonly signed: SignedPart | null;
  readonly sealedIn: SealedInPart | null;
}

interface EvidenceOf {
  /** Undefined where the record names no pack. */
  readonly packId: string | undefined;
  /** The hash that the record seals. */
  readonly evidenceHash: string;
  /** The pack's row as held on this device. */
  readonly pack: EvidencePack | null;
  readonly check: CheckOf;
}

/** The evidence that a record stands on: the pack, whether its hash is the one sealed, or why there is none. */
export function evidenceNode({ packId, evidenceHash, pack, check }: EvidenceOf, Link: LineageLink): LineageNode {
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
  // The hash that was computed here of the very list: what the platform's row says of it is nobody's hash.
  const listed = check.intact?.state === 'passed' ? check.intact.evidence.computedHash : null;
  const same = hashAgrees(packId, { sealed: evidenceHash, listed });
  return {
    id: 'evidence',
    icon: FileCheck,
    title: <Link href={packHref(packId)} className="uk-link">{`Evidence pack ${packId}`}</Link>,
    aside: pack === null ? null : <ClaimBadge claim={same} />,
    children: (
      <>
        <LineageHash name="evidence" value={evidenceHash} />
        {pack === null
          ? 'Its details are not held on this device'
          : `${plural(pack.fileCount, 'file')}; by the platform’s word ${lockWords[pack.wormStatus]}`}
      </>
    ),
  };
}

interface SignatureOf {
  readonly packId: string;
  readonly check: CheckOf;
}

/** A pack's own signature, as checked on this device over its file list, and that it is this record's. Nothing unknown is drawn as good. */
export function signatureNode({ packId, check: { manifest, intact, signed, sealedIn } }: SignatureOf, Link: LineageLink): LineageNode {
  const failed = [intact, signed, sealedIn].find((part) => part?.state === 'failed');
  const claim = signatureHolds(packId, { intact, signed, sealedIn });
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
          RS256 over file list, pack and tenant, sealed in this record; checked on this device{' '}
          <Time at={signed.at} as="whenSeconds" beside="server" zone />
        </>
      ) : failed?.state === 'failed' ? (
        `${failed.message}. ${failed.reasons[0] ?? ''}`
      ) : sealedIn?.state === 'notCheckable' ? (
        sealedIn.reason
      ) : manifest !== null ? (
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

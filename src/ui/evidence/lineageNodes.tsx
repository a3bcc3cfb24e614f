import { FileCheck, FileSignature, KeyRound } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import type { EvidenceManifest, EvidencePack } from '../../contracts/evidence.ts';
import type { IntactPart, SealedInPart, SignedPart } from '../../contracts/verdict.ts';
import { href } from '../../domain/screens/address.ts';
import type { Href } from '../../domain/screens/link.ts';
import { EMPTY_EVIDENCE_HASH } from '../../domain/records/chain.ts';
import { plural } from '../../domain/format.ts';
import { hashAgrees, signatureHolds } from '../../domain/claims/proof.ts';
import { ClaimBadge } from '../status/ClaimBadge.tsx';
import { StatusBadge } from '../status/StatusBadge.tsx';
import { Time } from '../time/Time.tsx';
import { LineageHash, type LineageNode } from './LineageRail.tsx';

/** The router's link. */
export type LineageLink = ComponentType<{ href: Href; className: string; children: ReactNode }>;

const packHref = (packId: string): Href => href('evidence', { open: packId });
const lockLabels = { locked: 'locked', unlocked: 'not locked', error: 'lock in error' } as const;

/** Results of checking a pack on this device; each null until checked. */
interface CheckOf {
  readonly manifest: EvidenceManifest | null;
  readonly intact: IntactPart | null;
  readonly signed: SignedPart | null;
  readonly sealedIn: SealedInPart | null;
}

interface EvidenceOf {
  /** Undefined if the record names no pack. */
  readonly packId: string | undefined;
  /** The hash that the record seals. */
  readonly evidenceHash: string;
  /** The stored row of the pack; null if there is none. */
  readonly pack: EvidencePack | null;
  readonly check: CheckOf;
}

/** The evidence of a record: the pack and whether its hash is the sealed one, or why there is none. */
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
  // The hash computed here from the list itself; the hash in the platform's row is not trusted.
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
          ? 'Its details are not on this device'
          : `${plural(pack.fileCount, 'file')}; reported by the platform as ${lockLabels[pack.wormStatus]}`}
      </>
    ),
  };
}

interface SignatureOf {
  readonly packId: string;
  readonly check: CheckOf;
}

/**
 * A pack's signature, checked on this device over its file list, and whether the pack belongs to this record. An unknown result is never
 * drawn as valid.
 */
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
        'The manifest is not on this device: available when online'
      ),
  };
}

interface KeyOf {
  readonly signerKid: string;
  /** The stored key set; null until read. */
  readonly keys: readonly { readonly kid: string }[] | null;
  readonly note: ReactNode;
}

/** The signing key, and whether the stored set contains it; linked to everything else it signed. */
export function keyNode({ signerKid, keys, note }: KeyOf, Link: LineageLink): LineageNode {
  const held = keys === null ? null : keys.some(({ kid }) => kid === signerKid);
  return {
    id: 'key',
    icon: KeyRound,
    title: (
      <Link href={href('evidence', { search: signerKid })} className="uk-link uk-mono">
        {signerKid}
      </Link>
    ),
    aside: held === null ? null : held ? 'in the key set' : <StatusBadge status="bad">Unknown key</StatusBadge>,
    children: held === false ? 'No key of this name is in the set: the signature cannot be trusted' : note,
  };
}

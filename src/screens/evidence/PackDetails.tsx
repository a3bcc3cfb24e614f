import { href } from '../../domain/screens/address.ts';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Link } from '../../bridge/address/Link.tsx';
import type { EvidenceManifest, EvidencePack } from '../../contracts/evidence.ts';
import { plural } from '../../domain/format.ts';
import { verificationStates } from '../../domain/operations/platformStates.ts';
import type { RunDeps } from '../../evidence/drive.ts';
import { clip } from '../../evidence/messages.ts';
import type { SealedInPart } from '../../contracts/verdict.ts';
import { readKeys } from '../../store/readEvidence.ts';
import { readLinksOf, readVerification } from '../../store/readVerifications.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { HashText } from '../../ui/evidence/HashText.tsx';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { KeyValueList } from '../../ui/panel/KeyValueList.tsx';
import { Time } from '../../ui/time/Time.tsx';
import { downloadDisabledReason, sealedEntryOf } from './dialogModel.ts';
import { freshLinks } from './freshLinks.ts';
import { type Beside, fitsArchive, packArchive, stretchIn } from './packDownload.ts';
import { Worm } from './PackTable.tsx';
import { saveFile } from '../../ui/controls/saveFile.ts';
import type { RunHandle } from './useRun.ts';
import { saveProof } from '../../bridge/proof/saveProof.ts';
import { serverNow } from '../../bridge/hub/useServerNow.ts';
import { deedDone } from '../../domain/claims/told.ts';

/** The stored data that the check was based on, with the links up to a signed checkpoint if the verification's proof can be made. */
async function besideManifest(sealedIn: SealedInPart | null): Promise<Beside> {
  const entry = sealedEntryOf(sealedIn);
  const [keys, entries, row] = await Promise.all([
    readKeys(),
    entry === null ? [] : readLinksOf(entry.vrfId),
    entry === null ? null : readVerification(entry.vrfId),
  ]);
  const proof = row === null ? null : await saveProof({ kind: 'verification', value: row });
  return { keys: keys.rows, ...(proof?.state === 'made' ? stretchIn(proof.text) : { entries, checkpoints: [] }) };
}

interface PackDetailsProps {
  readonly manifest: EvidenceManifest;
  readonly pack: EvidencePack | null;
  readonly handle: RunHandle;
  readonly makeDeps: () => RunDeps;
}

/** Signatures, seal and downloads of a pack. */
export function PackDetails({ manifest, pack, handle, makeDeps }: PackDetailsProps) {
  const { run, checks, files } = handle;
  const [busy, setBusy] = useState(false);
  const count = plural(manifest.files.length, 'file');
  const links = run?.links ?? null;

  const download = async (): Promise<void> => {
    if (checks === null) return;
    setBusy(true);
    try {
      const fresh = await freshLinks(run, makeDeps);
      if (fresh === null)
        return toast({
          tone: 'warn',
          title: 'Failed to generate signed URLs',
          text: 'The files can be downloaded when the platform answers.',
        });
      const kept = await checks.checkLinks(fresh.urls, true);
      if (kept.size === 0) return;
      const archive = await packArchive(manifest, await besideManifest(run?.sealedIn ?? null), kept, new Date(serverNow()));
      if (archive === null)
        return toast({
          tone: 'warn',
          title: 'Nothing was saved',
          text: `This browser has too little memory left for ${count} in one archive: close other tabs, then try again.`,
        });
      saveFile(`${manifest.packId}.zip`, archive);
      const left = manifest.files.length - kept.size;
      if (left > 0)
        toast({
          tone: 'warn',
          title: `${plural(left, 'file')} left out`,
          text: 'Their bytes could not be read or do not match the list.',
        });
      else
        toast({
          claim: deedDone(manifest.packId, { deed: 'filesSaved', of: count, problem: null }),
          text: `${manifest.packId}.zip, every file hashed before it was saved.`,
        });
    } finally {
      setBusy(false);
    }
  };
  const disabledReason = downloadDisabledReason({ listHolds: checks !== null, run, fits: fitsArchive(manifest) });

  const entry = sealedEntryOf(run?.sealedIn ?? null);
  const verification = (vrfId: string) => (
    <Link className="uk-link uk-mono" href={href('verifications', { open: vrfId })}>
      {vrfId}
    </Link>
  );
  const items = [
    { key: 'Pack', value: <HashText value={manifest.packId} label="pack ID" copy={false} /> },
    ...(entry === null
      ? []
      : [
          { key: 'Sealed in', value: verification(entry.vrfId) },
          { key: 'For site', value: <span className="uk-mono">{entry.siteCode}</span> },
          { key: 'Sealed', value: <Time at={entry.timestamp} as="dateTime" zone /> },
        ]),
    { key: 'Signed', value: <Time at={manifest.signatureTimestamp} as="dateTime" zone /> },
    { key: 'Signer', value: <span className="uk-mono evidence-break">{manifest.signerKid}</span> },
    ...(links === null
      ? []
      : [
          {
            key: 'Links valid until',
            value: links.expiresAt === undefined ? 'Not reported' : <Time at={links.expiresAt} as="when" beside="server" zone />,
          },
        ]),
  ];
  // Neither signed nor sealed: these values come from the platform's database and could be altered there.
  const told = [
    ...(pack === null
      ? []
      : [
          { key: 'Site', value: `${clip(pack.siteName)}, ${pack.siteCode}` },
          { key: 'Verification', value: pack.vrfId === null ? 'None' : verification(pack.vrfId) },
          { key: 'Status', value: verificationStates[pack.status].word },
        ]),
    { key: 'Evidence lock', value: <Worm about={manifest.packId} status={manifest.wormStatus} /> },
  ];
  return (
    <section aria-label="Pack details" className="evidence-details">
      <h3 className="uk-h3">Pack details</h3>
      <KeyValueList items={items} />
      <h4 className="uk-small uk-fg3">Reported by the platform, not signed</h4>
      <KeyValueList items={told} />
      <Button
        full
        icon={Download}
        busy={busy && files.job !== null}
        busyText="Hashing and saving"
        onClick={() => void download()}
        {...(disabledReason === null ? {} : { disabledReason: disabledReason })}
      >
        Download {count}
      </Button>
      {disabledReason !== null && <p className="uk-small uk-fg3">{disabledReason}</p>}
    </section>
  );
}

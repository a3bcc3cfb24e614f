import { Download } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { EvidenceManifest, EvidencePack } from '../../contracts/evidence.ts';
import { plural } from '../../domain/format.ts';
import type { RunPorts } from '../../evidence/drive.ts';
import { readKeys } from '../../store/read.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { HashText } from '../../ui/evidence/HashText.tsx';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { KeyValueList } from '../../ui/panel/KeyValueList.tsx';
import { Time } from '../../ui/time/Time.tsx';
import { downloadBarred } from './dialogModel.ts';
import { freshLinks } from './freshLinks.ts';
import { fitsArchive, packArchive } from './packDownload.ts';
import { Worm } from './PackTable.tsx';
import { saveFile } from '../../ui/controls/saveFile.ts';
import type { RunHandle } from './useRun.ts';
import { deedDone } from '../../domain/claims/told.ts';

interface PackDetailsProps {
  readonly manifest: EvidenceManifest;
  readonly pack: EvidencePack | null;
  readonly handle: RunHandle;
  readonly makePorts: () => RunPorts;
}

/** Who signed what when, what it is sealed in, and the files to take away. */
export function PackDetails({ manifest, pack, handle, makePorts }: PackDetailsProps) {
  const { run, checks, files } = handle;
  const [busy, setBusy] = useState(false);
  const count = plural(manifest.files.length, 'file');
  const links = run?.links ?? null;

  const download = async (): Promise<void> => {
    if (checks === null) return;
    setBusy(true);
    try {
      const fresh = await freshLinks(run, makePorts);
      if (fresh === null)
        return toast({
          tone: 'warn',
          title: 'Failed to generate signed URLs',
          text: 'The files can be downloaded when the platform answers.',
        });
      const kept = await checks.checkLinks(fresh.urls, true);
      if (kept.size === 0) return;
      const archive = await packArchive(manifest, (await readKeys()).rows, kept, new Date());
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
          text: 'Their bytes could not be read, or are not the listed ones.',
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
  const barred = downloadBarred({ listHolds: checks !== null, run, fits: fitsArchive(manifest) });

  const items = [
    { key: 'Pack', value: <HashText value={manifest.packId} label="pack ID" copy={false} /> },
    ...(pack === null ? [] : [{ key: 'Site', value: <span className="uk-mono">{pack.siteCode}</span> }]),
    { key: 'Signed', value: <Time at={manifest.signatureTimestamp} as="dateTime" zone /> },
    { key: 'Signer', value: <span className="uk-mono evidence-break">{manifest.signerKid}</span> },
    { key: 'Evidence lock', value: <Worm about={manifest.packId} status={manifest.wormStatus} /> },
    ...(pack === null || pack.vrfId === null
      ? []
      : [
          {
            key: 'Sealed in',
            value: (
              <Link className="uk-link uk-mono" href={`/operations/verifications?id=${encodeURIComponent(pack.vrfId)}`}>
                {pack.vrfId}
              </Link>
            ),
          },
        ]),
    ...(links === null
      ? []
      : [
          {
            key: 'Links valid until',
            value: links.expiresAt === undefined ? 'Not told' : <Time at={links.expiresAt} as="when" beside="server" zone />,
          },
        ]),
  ];
  return (
    <section aria-label="Pack details" className="evidence-details">
      <h3 className="uk-h3">Pack details</h3>
      <KeyValueList items={items} />
      <Button
        full
        icon={Download}
        busy={busy && files.job !== null}
        busyText="Hashing and saving"
        onClick={() => void download()}
        {...(barred === null ? {} : { disabledReason: barred })}
      >
        Download {count}
      </Button>
      {barred !== null && <p className="uk-small uk-fg3">{barred}</p>}
    </section>
  );
}

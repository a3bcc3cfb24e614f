import { Eraser, FilePlus2, ShieldCheck, X } from 'lucide-react';
import { type DragEvent, useMemo, useState } from 'react';
import type { EvidenceManifest } from '../../contracts/evidence.ts';
import type { FileCheck, FilesEvidence } from '../../contracts/verdict.ts';
import { formatBytes, formatCount, plural } from '../../domain/format.ts';
import type { RunDeps } from '../../evidence/drive.ts';
import { checkFiles } from '../../evidence/files.ts';
import { remarksOn } from '../../evidence/remarks.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { fileMatches } from '../../domain/claims/proof.ts';
import { useFilePicker } from '../../ui/fields/useFilePicker.tsx';
import { ClaimBadge } from '../../ui/status/ClaimBadge.tsx';
import { PlainTable } from '../../ui/table/PlainTable.tsx';
import { filesLabels } from './dialogModel.ts';
import type { FileJob } from './fileChecks.ts';
import { fileHash, fileName, FileRemarks, MoreFiles } from './FileParts.tsx';
import { freshLinks } from './freshLinks.ts';
import type { RunHandle } from './useRun.ts';

/** Longer lists start shortened, so that the content below is not a thousand rows away. */
const LONG = 24;
const FIRST_ROWS = 10;

const heads = [
  { id: 'name', label: 'Name' },
  { id: 'size', label: 'Size', align: 'end' },
  { id: 'hash', label: 'SHA-256' },
  { id: 'platform', label: 'Platform', align: 'end' },
  { id: 'device', label: 'This device', align: 'end' },
] as const;

interface FilesSectionProps {
  readonly manifest: EvidenceManifest;
  readonly handle: RunHandle;
  readonly makeDeps: () => RunDeps;
}

/**
 * The listed files with the result of hashing them, separately for the platform's files and this device's. Dropped files are hashed here,
 * offline too.
 */
export function FilesSection({ manifest, handle, makeDeps }: FilesSectionProps) {
  const { checks, files: state, run } = handle;
  const [all, setAll] = useState(false);
  const [over, setOver] = useState(false);
  const picker = useFilePicker('Files to check', (picked) => void checks?.checkLocal(picked));
  // Each row shows its own result, whatever the part as a whole says; differing files first, unchecked ones last.
  const evidence = evidenceOf(manifest, handle);
  const rows = (evidence?.files ?? []).toSorted((a, b) => order[a.state] - order[b.state]);
  const shown = all || rows.length <= LONG ? rows : rows.slice(0, FIRST_ROWS);
  const links = run?.links?.urls ?? null;
  const unfetched = rows.filter(({ platform }) => platform.state === 'absent').length;
  const differing = rows.filter(({ state: check }) => check === 'mismatch').length;
  const counted = evidence === null ? '' : filesLabels(evidence);
  const remarks = useMemo(() => remarksOn(manifest), [manifest]);

  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    void checks?.checkLocal([...event.dataTransfer.files]);
  };
  const checkLinked = async (): Promise<void> => {
    const fresh = await freshLinks(run, makeDeps);
    if (fresh !== null) await checks?.checkLinks(fresh.urls, false);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping has the button beside it for everybody else
    <section
      aria-label="Files"
      className="evidence-files"
      data-over={over ? '' : undefined}
      onDragOver={(event) => {
        if (checks === null) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <div className="evidence-files-head">
        <h3 className="uk-h3">Files</h3>
        {checks !== null && (
          <div className="uk-actions">
            {state.job !== null ? (
              <Button size="sm" icon={X} onClick={() => checks.cancel()}>
                Stop checking
              </Button>
            ) : (
              <>
                {differing > 0 && (
                  <Button size="sm" icon={Eraser} onClick={() => checks.clear()}>
                    Clear {plural(differing, 'mismatch', 'mismatches')}
                  </Button>
                )}
                {links !== null && unfetched > 0 && (
                  <Button size="sm" icon={ShieldCheck} onClick={() => void checkLinked()}>
                    Check {plural(unfetched, 'file')}
                  </Button>
                )}
                <Button size="sm" icon={FilePlus2} onClick={picker.pick}>
                  Check files from this device
                </Button>
              </>
            )}
            {picker.input}
          </div>
        )}
      </div>
      {state.job !== null && <JobProgress job={state.job} />}
      <FileRemarks remarks={remarks} notes={state.notes} />
      {counted !== '' && <p className="uk-small uk-fg2">{counted}</p>}
      <FileTable files={shown} />
      <MoreFiles shown={shown.length} total={rows.length} onAll={() => setAll(true)} />
    </section>
  );
}

function JobProgress({ job }: { readonly job: FileJob }) {
  return (
    <div className="evidence-progress">
      <span
        className="uk-progress"
        role="progressbar"
        aria-label="Files hashed"
        aria-valuemin={0}
        aria-valuemax={job.files}
        aria-valuenow={job.filesDone}
      >
        <i style={{ width: `${job.bytes === 0 ? 100 : (job.bytesDone / job.bytes) * 100}%` }} />
      </span>
      <span className="uk-small uk-fg2 uk-num">
        {formatCount(job.filesDone)} of {plural(job.files, 'file')}, {formatBytes(job.bytesDone)} of {formatBytes(job.bytes)}
      </span>
    </div>
  );
}

function FileTable({ files }: { readonly files: FilesEvidence['files'] }) {
  return (
    <PlainTable
      label="Files of the pack"
      heads={heads}
      rows={files.map((file, index) => ({
        id: `${index}:${file.name}`,
        cells: [
          fileName(file.name),
          formatBytes(file.expectedSize),
          fileHash(file.expectedHash),
          <ClaimBadge key="platform" claim={fileMatches(`${file.name} from the platform`, file.platform.state)} />,
          <ClaimBadge key="device" claim={fileMatches(`${file.name} from this device`, file.device.state)} />,
        ],
      }))}
    />
  );
}

const order: Readonly<Record<FileCheck['state'], number>> = { mismatch: 0, match: 1, absent: 1 };

function evidenceOf(manifest: EvidenceManifest, { part, files, checkedAt }: RunHandle): FilesEvidence | null {
  const whole = part.state === 'notCheckable' ? checkFiles(manifest, [...files.digests.values()], checkedAt, 'missing') : part;
  return whole.state === 'notCheckable' ? null : whole.evidence;
}

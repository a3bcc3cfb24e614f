import { Eraser, FilePlus2, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { ProvenPack } from '../../../contracts/proof.ts';
import type { ProofVerdict } from '../../../contracts/proofVerdict.ts';
import { fileMatches } from '../../../domain/claims/proof.ts';
import { formatBytes, formatCount, plural } from '../../../domain/format.ts';
import { remarksOn } from '../../../evidence/remarks.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { useFilePicker } from '../../../ui/fields/useFilePicker.tsx';
import { ClaimBadge } from '../../../ui/status/ClaimBadge.tsx';
import { PlainTable } from '../../../ui/table/PlainTable.tsx';
import { filesLabels } from '../dialogModel.ts';
import { fileHash, fileName, FileRemarks, MoreFiles } from '../FileParts.tsx';
import { filesOf } from './proofModel.ts';
import type { OpenedProofHandle } from './useOpenedProof.ts';

/** Rows shown at first, so that the content below is not a thousand rows away. */
const FIRST_ROWS = 10;
const heads = [
  { id: 'name', label: 'Name' },
  { id: 'size', label: 'Size', align: 'end' },
  { id: 'hash', label: 'SHA-256' },
  { id: 'device', label: 'This device', align: 'end' },
] as const;
const order = { mismatch: 0, match: 1, absent: 2 } as const;

interface ProofFilesProps {
  readonly pack: ProvenPack;
  readonly handle: OpenedProofHandle;
  readonly verdict: ProofVerdict;
}

/** The listed evidence files with the result of hashing local copies; drop files anywhere on the dialog, or pick them. */
export function ProofFiles({ pack, handle, verdict }: ProofFilesProps) {
  const [all, setAll] = useState(false);
  const picker = useFilePicker('Evidence files to check', handle.add);
  const remarks = useMemo(() => remarksOn(pack), [pack]);
  const job = handle.files?.job ?? null;
  const evidence = filesOf(verdict);
  const states = new Map((evidence?.files ?? []).map((file) => [file.name, file.state]));
  const rows = pack.files
    .map((file) => ({ ...file, state: states.get(file.name) ?? ('absent' as const) }))
    .toSorted((a, b) => order[a.state] - order[b.state]);
  const shown = all ? rows : rows.slice(0, FIRST_ROWS);
  const differing = rows.filter(({ state }) => state === 'mismatch').length;
  return (
    <section aria-label="Evidence files" className="evidence-files">
      <div className="evidence-files-head">
        <h3 className="uk-h3">Evidence files</h3>
        <div className="uk-actions">
          {job === null ? (
            <>
              {differing > 0 && (
                <Button size="sm" icon={Eraser} onClick={handle.clear}>
                  Clear {plural(differing, 'mismatch', 'mismatches')}
                </Button>
              )}
              <Button size="sm" icon={FilePlus2} onClick={picker.pick}>
                Check files from this device
              </Button>
            </>
          ) : (
            <Button size="sm" icon={X} onClick={handle.stop}>
              Stop checking
            </Button>
          )}
          {picker.input}
        </div>
      </div>
      {job !== null && (
        <p className="uk-small uk-fg2 uk-num" role="status">
          {formatCount(job.filesDone)} of {plural(job.files, 'file')} hashed, {formatBytes(job.bytesDone)} of {formatBytes(job.bytes)}
        </p>
      )}
      <FileRemarks remarks={remarks} notes={handle.files?.notes ?? []} />
      <p className="uk-small uk-fg2">
        {evidence === null
          ? 'The proof has their hashes, not their bytes. Files that you have can be dropped here: they are hashed on this device.'
          : `${filesLabels(evidence)}.`}
      </p>
      <PlainTable
        label="Files of the pack"
        heads={heads}
        rows={shown.map((file, index) => ({
          id: `${index}:${file.name}`,
          cells: [
            fileName(file.name),
            formatBytes(file.size),
            fileHash(file.hash),
            <ClaimBadge key="device" claim={fileMatches(`${file.name} from this device`, file.state)} />,
          ],
        }))}
      />
      <MoreFiles shown={shown.length} total={rows.length} onAll={() => setAll(true)} />
    </section>
  );
}

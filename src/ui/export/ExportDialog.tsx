import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ExportFormat } from '../../contracts/export.ts';
import { plural } from '../../domain/format.ts';
import type { ExportFile, ExportOutcome, TableExport } from '../../domain/exports/tableExport.ts';
import { Button } from '../controls/Button.tsx';
import { saveFile } from '../controls/saveFile.ts';
import { SegmentedControl } from '../controls/SegmentedControl.tsx';
import { Banner } from '../feedback/Banner.tsx';
import { announce } from '../feedback/LiveRegion.tsx';
import { Dialog } from '../overlay/Dialog.tsx';
import { KeyValueList } from '../panel/KeyValueList.tsx';
import { FreshnessChip } from '../status/FreshnessChip.tsx';
import { ExportFiles } from './ExportFiles.tsx';
import { filterLines } from './filterLines.ts';
import './export.css';
import type { Claim } from '../../domain/claims/claim.ts';
import { deedDone } from '../../domain/claims/told.ts';

const formats = [
  { value: 'csv', label: 'CSV' },
  { value: 'json', label: 'JSON' },
] as const;
const formatNotes: Readonly<Record<ExportFormat, string>> = {
  csv: 'For spreadsheets (RFC 4180, UTF-8). Text that a spreadsheet would run as a formula is disarmed by a leading apostrophe.',
  json: 'For programs: one object a row, every value exactly as it is held.',
};

interface ExportDialogProps {
  readonly offer: Omit<TableExport<never>, 'prepare'>;
  readonly prepare: (format: ExportFormat) => Promise<ExportOutcome>;
  readonly onClose: () => void;
}

function save(file: ExportFile): void {
  saveFile(file.name, new Blob([file.text], { type: file.mimeType }));
}

/** What will be taken away, as what, and then the files: the rows as the platform holds them, and its signature for exactly these bytes (C-50, D-53). */
export function ExportDialog({ offer, prepare, onClose }: ExportDialogProps) {
  const [format, setFormat] = useState<ExportFormat>('csv');
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<ExportOutcome | null>(null);
  const open = useRef(true);
  useEffect(() => {
    open.current = true;
    return () => {
      open.current = false;
    };
  }, []);
  const run = async () => {
    setBusy(true);
    const made = await prepare(format).catch(
      (): ExportOutcome => ({
        state: 'refused',
        problem: { code: 'internal', message: 'The code for exports did not arrive. Reload to fetch it again.', retry: true },
      }),
    );
    if (!open.current) return; // whoever has closed it wants no file any more
    setBusy(false);
    setOutcome(made);
    if (made.state === 'signed') save(made.data);
    announce(said(made));
  };
  const done = outcome?.state === 'signed';
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Export ${offer.title.toLowerCase()}`}
      icon={Download}
      size="form"
      description="What is filtered, as a file that the platform makes of its own rows and signs."
      actions={
        <>
          <Button onClick={onClose}>{done ? 'Close' : 'Cancel'}</Button>
          {outcome?.state === 'unsigned' && <Button onClick={() => save(outcome.data)}>Save unsigned</Button>}
          {done ? (
            <Button kind="primary" icon={Download} onClick={() => save(outcome.proof)}>
              Save signed record
            </Button>
          ) : (
            <Button kind="primary" icon={Download} busy={busy} busyText="Exporting…" onClick={() => void run()}>
              {outcome === null ? 'Export' : 'Try again'}
            </Button>
          )}
        </>
      }
    >
      {done ? (
        <ExportFiles outcome={outcome} onSave={save} />
      ) : (
        <div className="uk-export">
          {outcome?.state === 'unsigned' && (
            <Banner tone="offline" lead="Nobody has signed this." detail={outcome.problem.message}>
              The {plural(outcome.count, 'row')} on this device can be saved without a record, and the file’s name says so: only this device
              vouches for them.
            </Banner>
          )}
          {outcome?.state === 'refused' && (
            <Banner tone="bad" lead="Nothing was exported.">
              {outcome.problem.message}
            </Banner>
          )}
          <div className="uk-export-format">
            <SegmentedControl label="Format" value={format} options={formats} onChange={setFormat} />
            <p className="uk-small uk-fg2">{formatNotes[format]}</p>
          </div>
          <KeyValueList
            items={[
              { key: 'On this device', value: plural(offer.count, 'row') },
              ...filterLines(offer.filter).map(({ name, value }) => ({ key: name, value })),
              { key: 'Figures', value: <FreshnessChip value={offer.freshness} /> },
            ]}
          />
          {offer.missing !== null && <p className="uk-small uk-export-missing">{offer.missing}</p>}
          {outcome?.state === 'unsigned' ? (
            <p className="uk-small uk-fg3">
              The file has what this device holds, which may be less and older than what the platform holds.
            </p>
          ) : (
            <p className="uk-small uk-fg3">
              The file has what the platform holds now, which may be more than is here. Its signature covers name, size and every byte, the
              filter, as of when, and who took it. The export is on record.
            </p>
          )}
        </div>
      )}
    </Dialog>
  );
}

function said(outcome: ExportOutcome): string | Claim {
  switch (outcome.state) {
    case 'signed':
      return deedDone(outcome.data.name, { deed: 'exported', of: plural(outcome.count, 'row'), problem: null });
    case 'unsigned':
      return `Nobody has signed this. ${outcome.problem.message}`;
    case 'refused':
      return `Nothing was exported. ${outcome.problem.message}`;
    default:
      return outcome satisfies never;
  }
}

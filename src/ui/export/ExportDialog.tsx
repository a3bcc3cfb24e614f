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
  csv: 'For spreadsheets (RFC 4180, UTF-8). Text that a spreadsheet would run as a formula gets a leading apostrophe.',
  json: 'For programs: one object per row, values exactly as stored.',
};

interface ExportDialogProps {
  readonly offer: Omit<TableExport<never>, 'prepare'>;
  readonly prepare: (format: ExportFormat) => Promise<ExportOutcome>;
  readonly onClose: () => void;
}

function save(file: ExportFile): void {
  saveFile(file.name, new Blob([file.text], { type: file.mimeType }));
}

/**
 * Shows what will be exported and in which format, then the files: the rows as the platform has them, and its signature over exactly
 * these bytes (C-50, D-53).
 */
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
        problem: { code: 'internal', message: 'The code for exports did not load. Reload to try again.', retry: true },
      }),
    );
    if (!open.current) return; // the dialog was closed, so the file is no longer wanted
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
      description="Exports the filtered rows, signed."
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
            <Banner tone="offline" lead="This file is not signed." detail={outcome.problem.message}>
              The {plural(outcome.count, 'row')} on this device can be saved without a signed record; the file name says so.
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
            <p className="uk-small uk-fg3">The file has the rows on this device, which may be fewer and older than the platform’s.</p>
          ) : (
            <p className="uk-small uk-fg3">
              The file has the platform’s current rows, which may be more than shown here. Its signature covers name, size, content, filter,
              time and user. The export is recorded.
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
      return `This file is not signed. ${outcome.problem.message}`;
    case 'refused':
      return `Nothing was exported. ${outcome.problem.message}`;
    default:
      return outcome satisfies never;
  }
}

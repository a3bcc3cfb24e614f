import { Download, FileCheck, RotateCcw } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Proven } from '../../contracts/proof.ts';
import { handedOver } from '../../domain/claims/device.ts';
import { proofVerified } from '../../domain/claims/savedProof.ts';
import { deedDone } from '../../domain/claims/told.ts';
import { formatBytes } from '../../domain/format.ts';
import type { ProofOutcome } from '../../domain/records/savedProof.ts';
import { proofStepNames } from '../../domain/records/proofLabels.ts';
import { Button } from '../controls/Button.tsx';
import { saveFile } from '../controls/saveFile.ts';
import { Banner } from '../feedback/Banner.tsx';
import { announce } from '../feedback/LiveRegion.tsx';
import { Skeleton } from '../feedback/Skeleton.tsx';
import { Glyph } from '../glyphs/Glyph.tsx';
import { Dialog } from '../overlay/Dialog.tsx';
import { KeyValueList } from '../panel/KeyValueList.tsx';
import { ClaimBadge } from '../status/ClaimBadge.tsx';
import { HashText } from './HashText.tsx';
import { TimedText } from './TimedText.tsx';
import './evidence.css';
import './verdict.css';

interface SaveProofDialogProps {
  readonly record: Proven;
  readonly id: string;
  readonly prepare: (record: Proven) => Promise<ProofOutcome>;
  readonly onClose: () => void;
}
type Made = Extract<ProofOutcome, { readonly state: 'made' }>;

const save = ({ name, text }: Made): void => saveFile(name, new Blob([text], { type: 'application/json' }));

/** Assembles a proof when opened and downloads it; then shows its contents, what it lacks, and how to check it. */
export function SaveProofDialog({ record, id, prepare, onClose }: SaveProofDialogProps) {
  const [outcome, setOutcome] = useState<ProofOutcome | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    let current = true;
    void prepare(record).then((made) => {
      if (!current) return; // the dialog was closed, so the file is no longer wanted
      setOutcome(made);
      if (made.state === 'made') {
        save(made);
        announce(deedDone(made.name, { deed: 'filesSaved', of: made.name, problem: null }));
      } else announce(`Nothing was saved. ${made.problem.message}`);
    });
    return () => {
      current = false;
    };
  }, [record, prepare, round]);
  const again = () => {
    setOutcome(null);
    setRound((before) => before + 1);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      icon={FileCheck}
      size="form"
      title={
        <>
          Save proof of <span className="uk-mono">{id}</span>
        </>
      }
      description="One file with everything needed to check it anywhere."
      actions={
        <>
          {outcome?.state === 'refused' && outcome.problem.retry && (
            <Button icon={RotateCcw} onClick={again}>
              Try again
            </Button>
          )}
          {outcome?.state === 'made' && (
            <Button icon={Download} onClick={() => save(outcome)}>
              Save again
            </Button>
          )}
          <Button kind="primary" onClick={onClose}>
            {outcome === null ? 'Cancel' : 'Done'}
          </Button>
        </>
      }
    >
      {outcome === null && <Gathering />}
      {outcome?.state === 'refused' && <Refused outcome={outcome} />}
      {outcome?.state === 'made' && <Saved made={outcome} />}
    </Dialog>
  );
}

function Gathering() {
  return (
    <div className="uk-save-proof" role="status" aria-label="Gathering the proof">
      <Skeleton w="70%" h={20} block />
      <Skeleton w="100%" h={96} block />
      <p className="uk-small uk-fg2">Gathering links, checkpoint, evidence list and keys, and checking them here…</p>
    </div>
  );
}

function Refused({ outcome: { problem, reasons } }: { readonly outcome: Extract<ProofOutcome, { readonly state: 'refused' }> }) {
  return (
    <Banner tone="bad" lead="Nothing was saved.">
      {problem.message}
      {reasons.length > 0 && (
        <ul className="uk-save-proof-reasons">
          {reasons.slice(0, MAX_REASONS).map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
    </Banner>
  );
}
const MAX_REASONS = 6;

function Saved({ made }: { readonly made: Made }) {
  const { name, text, verdict, notes } = made;
  return (
    <div className="uk-save-proof">
      <div className="uk-save-proof-file">
        <Glyph shape={handedOver(name, true)} size={16} />
        <span>
          <b className="uk-mono">{name}</b>
          <span className="uk-small uk-fg2">{formatBytes(new Blob([text]).size)}, handed to the browser</span>
        </span>
      </div>
      <p className="uk-save-proof-check">
        <ClaimBadge claim={proofVerified(verdict.recordId, verdict)} />
        <span className="uk-small uk-fg2">when it was checked here, as it was saved</span>
      </p>
      {notes.length > 0 && (
        <Banner tone="offline" lead="Some parts could not be included.">
          <ul className="uk-save-proof-reasons">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Banner>
      )}
      <KeyValueList
        items={verdict.lineage
          .filter(({ of: kind }) => kind !== 'files') // the proof has the files' hashes, not the files
          .map(({ of: kind, text: said }) => ({ key: proofStepNames[kind], value: <TimedText text={said} /> }))}
      />
      <p className="uk-small uk-fg2">
        Anybody opens it on Evidence Management with <b>Open proof</b>, or without any network in{' '}
        <span className="uk-mono">verify.html</span>, or checks it by the platform’s public keys with:
      </p>
      <HashText value={`npm run -s verify -- ${name} --jwks jwks.json`} label="command" />
      <p className="uk-small uk-fg3">Who saved it and when is in the file too, but not signed.</p>
    </div>
  );
}

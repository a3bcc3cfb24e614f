import { FileCheck, FolderOpen, RotateCcw } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { proofStepNames } from '../../../domain/records/proofLabels.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { announce } from '../../../ui/feedback/LiveRegion.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { useFilePicker } from '../../../ui/fields/useFilePicker.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { Time } from '../../../ui/time/Time.tsx';
import { pageOpenDeps, type OpenDeps } from './openProof.ts';
import { ProofVerdictView } from './ProofVerdictView.tsx';
import { type OpenedProofHandle, useOpenedProof } from './useOpenedProof.ts';

interface ProofDialogProps {
  /** Files that were dropped, picked or opened from the system; further ones go to the open dialog. */
  readonly given: readonly File[];
  readonly onClose: () => void;
  /** Replaces the dependencies; tests only. */
  readonly makeDeps?: () => OpenDeps;
}

/**
 * A proof in one file, checked on this device with the stored platform keys (issue 15, point 10): what was checked, with which key, what
 * is covered and what is not.
 */
export function ProofDialog({ given, onClose, makeDeps = pageOpenDeps }: ProofDialogProps) {
  const deps = useMemo(() => makeDeps(), [makeDeps]);
  const handle = useOpenedProof(given, deps);
  const { file, opening, again, add } = handle;
  const picker = useFilePicker('Another proof', add);
  const checked = opening?.state === 'checked' ? opening : null;
  const verdict = checked?.opened.verdict ?? null;
  const said = saidOf(handle);
  useEffect(() => {
    if (said !== null) announce(said);
  }, [said]);
  return (
    <Dialog
      open
      onClose={onClose}
      size={verdict === null ? 'form' : 'verdict'}
      icon={FileCheck}
      title={
        verdict === null ? (
          'Open proof'
        ) : (
          <>
            Proof of {proofStepNames[verdict.of].toLowerCase()} <span className="uk-mono evidence-id">{verdict.recordId}</span>
          </>
        )
      }
      description={
        verdict === null ? (
          <span className="evidence-break">{file?.name ?? 'A file that was saved with Save proof.'}</span>
        ) : (
          <>
            Tenant {verdict.tenantId} · saved <Time at={verdict.savedAt} as="dateTime" zone /> by <bdi>{verdict.savedBy.name}</bdi>, by
            their own word
          </>
        )
      }
      {...(verdict === null ? {} : { note: 'Checked on this device. Anyone can repeat it with this file and the platform’s public keys.' })}
      actions={
        <>
          {picker.input}
          {checked === null ? (
            opening !== null || handle.fault !== null ? (
              <Button icon={FolderOpen} onClick={picker.pick}>
                Open another file
              </Button>
            ) : null
          ) : (
            <Button icon={RotateCcw} onClick={again}>
              Check again
            </Button>
          )}
          <Button kind="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className="evidence-result">
        {handle.fault !== null && (
          <Banner tone="warn" lead="Not used.">
            {handle.fault}
          </Banner>
        )}
        {checked === null ? <NotChecked handle={handle} /> : <ProofVerdictView handle={handle} checked={checked} />}
      </div>
    </Dialog>
  );
}

/** Shown without a verdict: check in progress, not a proof, or check failed. */
function NotChecked({ handle: { file, opening } }: { readonly handle: OpenedProofHandle }) {
  if (opening?.state === 'unusable')
    return (
      <Banner tone="bad" lead="This file is not a proof that can be checked.">
        <ul className="proof-reasons">
          {opening.reasons.slice(0, MAX_REASONS).map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
          {opening.reasons.length > MAX_REASONS && <li>and {opening.reasons.length - MAX_REASONS} more</li>}
        </ul>
      </Banner>
    );
  if (opening?.state === 'failed')
    return (
      <Banner tone="bad" lead="The proof was not checked.">
        {opening.problem.message}
      </Banner>
    );
  if (file === null) return null;
  return (
    <div role="status" aria-label="Checking the proof on this device" className="proof-waiting">
      <Skeleton w="60%" h={18} block />
      <Skeleton w="100%" h={72} block />
      <p className="uk-small uk-fg2">Checking on this device…</p>
    </div>
  );
}
const MAX_REASONS = 8;

/** Announced to screen readers once there is a result; null while checking. */
function saidOf({ opening }: OpenedProofHandle): string | null {
  if (opening === null) return null;
  if (opening.state === 'unusable') return `This file is not a proof that can be checked. ${opening.reasons[0] ?? ''}`;
  if (opening.state === 'failed') return `The proof was not checked. ${opening.problem.message}`;
  return null; // the verdict's view announces it
}

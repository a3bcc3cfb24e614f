import { ArrowRight, Cpu, FileCheck, RotateCcw } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { besideHistory } from '../../evidence/besideHistory.ts';
import type { RunDeps } from '../../evidence/drive.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { StepList } from '../../ui/evidence/StepList.tsx';
import { announce } from '../../ui/feedback/LiveRegion.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { useNow, useZone } from '../../ui/time/clock.tsx';
import { headingOf, type Reading, stepsDone, stepViews, verdictFrom, verdictView } from './dialogModel.ts';
import { pageRunDeps, tenantId, usePack } from './queries.ts';
import { useRun } from './useRun.ts';
import { VerdictView } from './VerdictView.tsx';
import { useHubStatus } from '../../bridge/hub/useHubStatus.ts';
import { signedTimeView } from './signedTime.ts';

interface VerifyDialogProps {
  readonly packId: string;
  readonly onClose: () => void;
  /** Opens the next pending pack; null if there is none. */
  readonly onNext: (() => void) | null;
  /** Replaces the run's dependencies; tests only. */
  readonly makeDeps?: () => RunDeps;
}

/** Verification of one pack (C-25): the five steps while they run, then the verdict with files, details and the recompute control. */
export function VerifyDialog({ packId, onClose, onNext, makeDeps = pageRunDeps }: VerifyDialogProps) {
  const zone = useZone();
  const now = useNow();
  const pack = usePack(packId);
  const held = useRun(packId, tenantId(), makeDeps);
  const past = useHubStatus();
  const { part, checkedAt, restart, cancel } = held;
  const run = useMemo(
    () => (held.run?.sealedIn == null ? held.run : { ...held.run, sealedIn: besideHistory(held.run.sealedIn, past) }),
    [held.run, past],
  );
  const handle = { ...held, run };
  // Until the user chooses, the steps stay visible only if one of them failed.
  const [steps, setSteps] = useState<{ readonly of: string; readonly shown: boolean } | null>(null);
  const reading: Reading = { zone, now };
  const running = run === null || run.phase === 'running';
  const verdict = running ? null : verdictFrom(run, part, checkedAt);
  const stepsShown = steps?.of === packId ? steps.shown : run?.phase === 'failed';
  const drawn = running || verdict === null ? null : verdictView(run, verdict, reading);

  const word = drawn?.claim.word ?? null;
  useEffect(() => {
    if (word !== null) announce(`${packId}: ${word}`);
  }, [word, packId]);

  const facts = headingOf(run, pack, zone);
  const nextButton = onNext !== null && (
    <Button iconEnd={ArrowRight} onClick={onNext}>
      Verify next pending
    </Button>
  );
  return (
    <Dialog
      open
      inAddress
      onClose={onClose}
      size={running ? 'steps' : 'verdict'}
      icon={FileCheck}
      title={
        <>
          Verify evidence pack <span className="uk-mono evidence-id">{packId}</span>
        </>
      }
      {...(facts === null ? {} : { description: facts })}
      note={
        running ? (
          <span className="evidence-note">
            <Cpu size={14} strokeWidth={1.75} aria-hidden="true" />
            Checked on this device, {run === null ? 0 : stepsDone(run)} of 5 steps done
          </span>
        ) : (
          'Anyone can repeat this with the pack and the public key.'
        )
      }
      actions={
        running ? (
          <Button onClick={cancel}>Cancel run</Button>
        ) : (
          <>
            {(run.phase !== 'succeeded' || drawn?.claim.answer !== 'yes') && (
              <Button icon={RotateCcw} onClick={restart}>
                Run again
              </Button>
            )}
            {nextButton}
            <Button kind="primary" onClick={onClose}>
              Done
            </Button>
          </>
        )
      }
    >
      {drawn === null || verdict === null || run === null ? (
        <StepList label="Verification steps" steps={run === null ? [] : stepViews(run, reading)} />
      ) : (
        <VerdictView
          key={packId}
          handle={handle}
          pack={pack}
          view={drawn}
          verdict={verdict}
          time={signedTimeView(verdict, past, zone)}
          reading={reading}
          stepsShown={stepsShown}
          onSteps={() => setSteps({ of: packId, shown: !stepsShown })}
          makeDeps={makeDeps}
        />
      )}
    </Dialog>
  );
}

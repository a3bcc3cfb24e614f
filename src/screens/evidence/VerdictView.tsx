import { FileDown, ListChecks } from 'lucide-react';
import type { EvidencePack } from '../../contracts/evidence.ts';
import type { Verdict } from '../../contracts/verdict.ts';
import type { RunDeps } from '../../evidence/drive.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { StepList } from '../../ui/evidence/StepList.tsx';
import { VerdictPanel } from '../../ui/evidence/VerdictPanel.tsx';
import { type Reading, stepsDone, stepViews, type VerdictView as View } from './dialogModel.ts';
import { FilesSection } from './FilesSection.tsx';
import { PackDetails } from './PackDetails.tsx';
import { RecomputeRow } from './RecomputeRow.tsx';
import { saveFile } from '../../ui/controls/saveFile.ts';
import type { RunHandle } from './useRun.ts';
import { ClaimBadge } from '../../ui/status/ClaimBadge.tsx';
import type { SignedTimeView } from './signedTime.ts';

interface VerdictViewProps {
  readonly handle: RunHandle;
  readonly pack: EvidencePack | null;
  readonly view: View;
  readonly verdict: Verdict;
  readonly time: SignedTimeView;
  readonly reading: Reading;
  readonly stepsShown: boolean;
  readonly onSteps: () => void;
  readonly makeDeps: () => RunDeps;
}

/** Result of a run: verdict, files, pack details, recompute (C-25, D-8). */
export function VerdictView({ handle, pack, view, verdict, time, reading, stepsShown, onSteps, makeDeps }: VerdictViewProps) {
  const { run } = handle;
  if (run === null) return null;
  const manifest = run.manifest?.value ?? null;
  // If the list is not intact, users look for the two hashes first.
  const intactFailed = run.intact?.state === 'failed';
  const recompute = manifest !== null && <RecomputeRow manifest={manifest} intact={run.intact} />;
  const save = () => {
    const content = `${JSON.stringify({ verdict, manifest }, null, 2)}\n`;
    saveFile(`${run.packId}-verdict.json`, new Blob([content], { type: 'application/json' }));
  };
  return (
    <div className="evidence-result">
      <VerdictPanel
        claim={view.claim}
        summary={view.summary}
        actions={
          <>
            <Button icon={ListChecks} aria-expanded={stepsShown} onClick={onSteps}>
              {stepsDone(run)} of 5 steps
            </Button>
            <Button icon={FileDown} onClick={save}>
              Save verdict
            </Button>
          </>
        }
        parts={view.parts.map(({ id, title, claim, proof, code, when }) => ({
          id,
          title,
          claim,
          proof: (
            <>
              {proof}
              {code !== null && (
                <>
                  {' '}
                  <span className="uk-mono">{code}</span>
                </>
              )}
            </>
          ),
          ...(when === null ? {} : { when }),
        }))}
      />
      <p className="evidence-time uk-small">
        <ClaimBadge claim={time.claim} /> {time.text}
      </p>
      {stepsShown && <StepList label="Verification steps" steps={stepViews(run, reading)} />}
      {manifest !== null && intactFailed && recompute}
      {manifest !== null && (
        <div className="evidence-columns">
          <FilesSection manifest={manifest} handle={handle} makeDeps={makeDeps} />
          <PackDetails manifest={manifest} pack={pack} handle={handle} makeDeps={makeDeps} />
        </div>
      )}
      {manifest !== null && !intactFailed && recompute}
    </div>
  );
}

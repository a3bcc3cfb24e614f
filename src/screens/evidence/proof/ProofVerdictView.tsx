import { Banknote, BadgeCheck, FileCheck, Files, FileDown, FileText, Layers, Link2, type LucideIcon, Stamp } from 'lucide-react';
import { useEffect } from 'react';
import type { ProofKey, ProofStep, ProofVerdict } from '../../../contracts/proofVerdict.ts';
import { proofStepNames } from '../../../domain/records/proofLabels.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { saveFile } from '../../../ui/controls/saveFile.ts';
import { HashText } from '../../../ui/evidence/HashText.tsx';
import { LineageRail } from '../../../ui/evidence/LineageRail.tsx';
import { TimedText } from '../../../ui/evidence/TimedText.tsx';
import { VerdictPanel } from '../../../ui/evidence/VerdictPanel.tsx';
import { announce } from '../../../ui/feedback/LiveRegion.tsx';
import { KeyValueList } from '../../../ui/panel/KeyValueList.tsx';
import { ClaimBadge } from '../../../ui/status/ClaimBadge.tsx';
import { useNow, useZone } from '../../../ui/time/clock.tsx';
import { Time } from '../../../ui/time/Time.tsx';
import type { Opening } from './openProof.ts';
import { ProofCoverage } from './ProofCoverage.tsx';
import { ProofFiles } from './ProofFiles.tsx';
import { proofView, stepClaim, verdictFileName } from './proofModel.ts';
import type { OpenedProofHandle } from './useOpenedProof.ts';

interface ProofVerdictViewProps {
  readonly handle: OpenedProofHandle;
  readonly checked: Extract<Opening, { readonly state: 'checked' }>;
}

/**
 * Result of checking a proof on this device: the verdict and its parts, the record's origin, the key, and the values that nothing covers.
 */
export function ProofVerdictView({ handle, checked }: ProofVerdictViewProps) {
  const zone = useZone();
  const now = useNow(60_000);
  const { opened, pack } = checked;
  const { verdict } = opened;
  const view = proofView(opened, { zone, now });
  const { claim } = view;
  const { recordId } = verdict;
  useEffect(() => {
    announce(`${recordId}: ${claim.word}`);
  }, [recordId, claim.word]);
  const save = () => {
    const content = `${JSON.stringify({ verdict, knownHere: opened.known }, null, 2)}\n`;
    saveFile(verdictFileName(handle.file?.name ?? recordId), new Blob([content], { type: 'application/json' }));
  };
  return (
    <>
      <VerdictPanel
        claim={claim}
        summary={view.summary}
        actions={
          <Button icon={FileDown} onClick={save}>
            Save verdict
          </Button>
        }
        parts={view.parts.map((part) => ({ ...part, proof: <TimedText text={part.proof} /> }))}
      />
      <div className="evidence-columns">
        <section aria-label="Origin" className="proof-section">
          <h3 className="uk-h3">Origin</h3>
          <LineageRail
            label={`Lineage of ${recordId}`}
            nodes={verdict.lineage.map((step, place) => ({
              id: `${place}:${step.of}`,
              icon: stepIcons[step.of],
              title: (
                <>
                  {proofStepNames[step.of]} <span className="uk-mono evidence-break">{step.id}</span>
                </>
              ),
              aside: <ClaimBadge claim={stepClaim(step, verdict)} />,
              current: place === 0,
              children: <TimedText text={step.text} />,
            }))}
          />
        </section>
        <Keys verdict={verdict} />
      </div>
      {pack !== null && <ProofFiles pack={pack} handle={handle} verdict={verdict} />}
      <ProofCoverage verdict={verdict} />
    </>
  );
}

const stepIcons: Readonly<Record<ProofStep['of'], LucideIcon>> = {
  payment: Banknote,
  portfolio: Layers,
  report: FileText,
  verification: BadgeCheck,
  chain: Link2,
  checkpoint: Stamp,
  pack: FileCheck,
  files: Files,
};

const againstLabels: Readonly<Record<'platform' | 'none', Readonly<Record<NonNullable<ProofKey['against']>, string>>>> = {
  platform: {
    equal: 'The platform’s key, as this device holds it',
    differs: 'Differs from the platform’s key of this name',
    missing: 'Not a key of the platform: withdrawn, or never its own',
  },
  none: { equal: 'Equal', differs: 'Different key', missing: 'Not in the set' },
};

/** The keys that signed: short thumbprint, validity, and whose they are as far as this device knows. */
function Keys({ verdict: { keys, keysFrom } }: { readonly verdict: ProofVerdict }) {
  const used = keys.filter((key) => key.used);
  return (
    <section aria-label="Signing keys" className="proof-section">
      <h3 className="uk-h3">Signing keys</h3>
      {used.length === 0 && <p className="uk-fg2">Nothing in this file is signed by a key that is in it.</p>}
      {keysFrom === 'file' && used.length > 0 && (
        <p className="uk-small uk-fg2">
          This device has no keys of the platform yet. These keys are in the file itself, and anybody who makes a file can make its keys.
        </p>
      )}
      {used.map(({ kid, thumbprint, notBefore, retiredAt, against }) => (
        <KeyValueList
          key={kid}
          items={[
            { key: 'Key', value: <span className="uk-mono evidence-break">{kid}</span> },
            {
              key: 'Thumbprint',
              value: thumbprint === null ? 'None: not a valid key' : <HashText value={thumbprint} cut={12} label="thumbprint" />,
            },
            { key: 'Signs from', value: notBefore === null ? 'Not reported' : <Time at={notBefore} as="date" /> },
            { key: 'Retired', value: retiredAt === null ? 'No' : <Time at={retiredAt} as="date" /> },
            {
              key: 'Owner',
              value:
                against === null ? 'Not compared with a key set' : againstLabels[keysFrom === 'platform' ? 'platform' : 'none'][against],
            },
          ]}
        />
      ))}
    </section>
  );
}

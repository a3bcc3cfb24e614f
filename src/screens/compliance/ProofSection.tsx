import type { Report } from '../../contracts/report.ts';
import type { RecordVerdict, VerdictPart } from '../../contracts/verdict.ts';
import { Coverage } from '../../ui/evidence/Coverage.tsx';
import { HashText } from '../../ui/evidence/HashText.tsx';
import { partHolds, recordVerified } from '../../domain/claims/proof.ts';
import { VerdictPanel, type VerdictPart as PartView } from '../../ui/evidence/VerdictPanel.tsx';
import { Time } from '../../ui/time/Time.tsx';
import type { ReportCheck } from './queries.ts';
import { verifyCommandOf } from './reportFiles.ts';

/** Integrity and signature of the report, checked on this device, and how anyone can repeat the check. */
export function ProofSection({ report, check }: { readonly report: Report; readonly check: ReportCheck }) {
  return (
    <section aria-label="Proof" className="report-proof">
      <h3>Proof</h3>
      <Verdict check={check} />
      {check.state === 'checked' && <Coverage verdict={check.verdict} />}
      <p>
        Anybody can repeat this with the report, its proof file <span className="uk-mono">{report.reportId}.proof.jws</span> and the public
        keys of <span className="uk-mono">{location.origin}/api/jwks</span>:
      </p>
      <HashText value={verifyCommandOf(report.reportId)} label="command" />
    </section>
  );
}

function Verdict({ check }: { readonly check: ReportCheck }) {
  if (check.state !== 'checked')
    return (
      <VerdictPanel
        claim={null}
        word={check.state === 'checking' ? 'Checking on this device' : 'Not checked here'}
        summary={check.state === 'checking' ? 'Hash and signature are being checked.' : check.reason}
        parts={[]}
      />
    );
  const { verdict, fetchedAt } = check;
  return (
    <VerdictPanel
      claim={recordVerified(verdict.recordId, verdict)}
      summary={
        <>
          Checked on this device <Time at={verdict.checkedAt} as="dateTime" beside="server" zone />
        </>
      }
      parts={partsOf(verdict, fetchedAt)}
    />
  );
}

function partsOf({ intact, signed }: RecordVerdict, fetchedAt: number | null): readonly PartView[] {
  const hash = intact === null || intact.state === 'notCheckable' ? null : intact.evidence.computedHash;
  const kid = signed.state === 'passed' ? signed.evidence.kid : null;
  return [
    {
      id: 'intact',
      title: 'Intact',
      claim: partHolds('intact', intact),
      proof: proofOf(
        intact,
        <>
          SHA-256 of the whole report <span className="uk-mono">{hash}</span>
        </>,
      ),
    },
    {
      id: 'signed',
      title: 'Signed by a trusted key',
      claim: partHolds('signed', signed),
      proof: proofOf(
        signed,
        <>
          RS256 by <span className="uk-mono">{kid}</span>
        </>,
      ),
      ...(fetchedAt === null
        ? {}
        : {
            when: (
              <>
                Keys as of <Time at={fetchedAt} as="dateTime" beside="server" zone />
              </>
            ),
          }),
    },
  ];
}

function proofOf(part: VerdictPart<unknown> | null, passed: React.ReactNode): React.ReactNode {
  if (part === null) return 'Not checked here';
  if (part.state === 'passed') return passed;
  return part.state === 'failed' ? `${part.message}: ${part.reasons.join('; ')}` : part.reason;
}

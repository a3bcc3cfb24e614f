import type { AuditRecord } from '../../contracts/audit.ts';
import { isoTimeSchema } from '../../contracts/primitives.ts';
import type { AuditVerdict } from '../../domain/auditChain.ts';
import { isOlderOnly, recordIntact, wholeRecordIntact } from '../../domain/claims/proof.ts';
import type { Claim } from '../../domain/claims/claim.ts';
import { auditActWords, auditSumOf } from '../../domain/auditWords.ts';
import type { BrokenLink } from '../../domain/chain.ts';
import { brokenLinkWords } from '../../domain/chainWords.ts';
import { formatCount, plural } from '../../domain/format.ts';
import { type TimeBack, timesBackWords } from '../../domain/timesBack.ts';
import type { WholeCheck } from './wholeCheck.ts';

/** What a check of the chain says. */
export interface ChainWords {
  readonly claim: Claim;
  readonly detail: string;
  /** Hash of the newest line when every line from the first holds. */
  readonly seal: string | null;
  /** Place of the line that is named, to be opened; null where none is. */
  readonly named: number | null;
}

type Detail = Pick<ChainWords, 'detail'> & Partial<ChainWords>;

/** A line as a finding names it: its place, what was done and by whom. */
function nameOf(record: AuditRecord): string {
  return `line ${formatCount(record.chainIndex)} (${auditActWords(record.action)}, ${record.actorName})`;
}

const brokenDetail = (record: AuditRecord, link: BrokenLink): Detail => ({
  detail: `First broken link: ${nameOf(record)}: ${brokenLinkWords[link]}.`,
  named: record.chainIndex,
});

/** What is known of the record besides the lines held: whether more are on their way, and whether the platform has said how many there are. */
export interface LinesHeld {
  readonly arriving: boolean;
  readonly counted: boolean;
  /** Where the time of the lines held goes back. */
  readonly backs: readonly TimeBack[];
}

/** The claim on the lines held, with what it stands on. A device keeps the newest lines of a long record: that the older ones are not here is said, and is no finding. */
export function chainWords(tenantId: string, verdict: AuditVerdict | null, held: LinesHeld): ChainWords {
  return {
    claim: recordIntact(tenantId, { verdict, ...held }),
    seal: null,
    named: null,
    ...alsoBack(heldDetail(verdict, held), held.backs),
  };
}

/** What was found, and where the time goes back beside it: no broken link, and still to be looked at. A broken one is named before it. */
function alsoBack(found: Detail, backs: readonly TimeBack[]): Detail {
  const words = timesBackWords(backs, 'line');
  if (words === null) return found;
  return { ...found, detail: `${found.detail} ${words}`, named: found.named ?? backs[0]?.place ?? null };
}

function heldDetail(verdict: AuditVerdict | null, { arriving, counted }: LinesHeld): Detail {
  if (verdict === null) return { detail: 'Recomputing the hashes held on this device.' };
  switch (verdict.state) {
    case 'empty':
      return { detail: 'No line is on this device yet.' };
    case 'whole':
      if (counted) return { detail: `All ${plural(verdict.entries, 'line')} recomputed on this device.`, seal: verdict.headSeal };
      return { detail: `The ${formatCount(verdict.entries)} held fit. How many there are is not known.` };
    case 'gap': {
      const total = formatCount(verdict.headIndex + 1);
      if (arriving) return { detail: `${formatCount(verdict.entries)} of ${total} lines so far, and they fit.` };
      const [first, ...others] = verdict.notHeld;
      if (isOlderOnly(verdict)) {
        const older = formatCount((first?.to ?? -1) + 1);
        return { detail: `The newest ${formatCount(verdict.entries)} of ${total} lines fit. The ${older} before are not on this device.` };
      }
      const missing = verdict.notHeld.reduce((sum, { from, to }) => sum + to - from + 1, 0);
      const hole = first?.from === 0 ? (others[0] ?? first) : first;
      return {
        detail: `${plural(missing, 'line')} of ${total} not on this device; those that are fit. First missing: line ${formatCount(hole?.from ?? 0)}.`,
      };
    }
    case 'broken':
      return brokenDetail(verdict.at.record, verdict.link);
    default:
      return verdict satisfies never;
  }
}

/** What the check against the platform said. */
export function wholeWords(tenantId: string, check: WholeCheck): ChainWords {
  const backs = check.state === 'whole' ? check.backs : [];
  return { claim: wholeRecordIntact(tenantId, check.state), seal: null, named: null, ...alsoBack(wholeDetail(check), backs) };
}

function wholeDetail(check: WholeCheck): Detail {
  switch (check.state) {
    case 'running':
      return { detail: `${formatCount(check.checked)} of ${formatCount(check.total)} lines fit so far.` };
    case 'whole':
      return { detail: `All ${plural(check.lines, 'line')} read from the platform and recomputed on this device.`, seal: check.seal };
    case 'broken':
      return brokenDetail(check.record, check.link);
    case 'gap':
      return {
        detail: `The platform no longer has line ${formatCount(check.from)}${check.to > check.from ? ` to ${formatCount(check.to)}` : ''}.`,
      };
    case 'differs':
      return {
        detail: `The platform's line ${formatCount(check.place)} is not the one this device was given before. What this device holds is shown.`,
        named: check.place,
      };
    case 'failed':
      return { detail: `${check.message} ${formatCount(check.checked)} lines had been read, and they fit.` };
    default:
      return check satisfies never;
  }
}

/** When a command was decided on the device (D-56): the platform seals it among the details of its line. Undefined where nobody told. */
export function decidedAtOf({ details }: AuditRecord): string | undefined {
  const parsed = isoTimeSchema.safeParse(details['decidedAt']);
  return parsed.success ? parsed.data : undefined;
}

/** Members of a line's details as people read them, in a fixed order; the moment of the decision is written as one instead. */
export function detailsOf(record: AuditRecord): readonly { readonly name: string; readonly value: string }[] {
  const decidedAt = decidedAtOf(record);
  // Written as a sentence beside the facts.
  const told: readonly string[] = auditSumOf(record) === null ? [] : ['times', 'from', 'until'];
  return Object.entries(record.details)
    .filter(([name]) => (name !== 'decidedAt' || decidedAt === undefined) && !told.includes(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => ({
      name: name.replace(/_/g, ' ').replace(/^./, (letter) => letter.toUpperCase()),
      value: value === null || value === '' ? '–' : typeof value === 'string' ? value : JSON.stringify(value),
    }));
}

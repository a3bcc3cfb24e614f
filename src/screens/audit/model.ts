import type { AuditRecord } from '../../contracts/audit.ts';
import { isoTimeSchema } from '../../contracts/primitives.ts';
import type { AuditVerdict } from '../../domain/records/auditChain.ts';
import { isOlderOnly, recordIntact, wholeRecordIntact } from '../../domain/claims/proof.ts';
import type { Claim } from '../../domain/claims/claim.ts';
import { auditActLabels, auditSumOf } from '../../domain/auditLabels.ts';
import type { BrokenLink } from '../../domain/records/chain.ts';
import { brokenLinkLabels } from '../../domain/records/chainLabels.ts';
import { formatCount, plural } from '../../domain/format.ts';
import { type TimeBack, timesBackLabels } from '../../domain/records/timesBack.ts';
import type { WholeCheck } from './wholeCheck.ts';

/** Result of a chain check, in words. */
export interface ChainLabels {
  readonly claim: Claim;
  readonly detail: string;
  /** Hash of the newest line if every line from the first is intact. */
  readonly seal: string | null;
  /** Chain index of the named line, so that it can be opened; null if none is named. */
  readonly named: number | null;
}

type Detail = Pick<ChainLabels, 'detail'> & Partial<ChainLabels>;

/** Names a line in a finding: its place, act and actor. */
function nameOf(record: AuditRecord): string {
  return `line ${formatCount(record.chainIndex)} (${auditActLabels(record.action)}, ${record.actorName})`;
}

const brokenDetail = (record: AuditRecord, link: BrokenLink): Detail => ({
  detail: `First broken link: ${nameOf(record)}: ${brokenLinkLabels[link]}.`,
  named: record.chainIndex,
});

/** Context of the stored lines: whether more are arriving, and whether the platform has told the total. */
export interface LinesHeld {
  readonly arriving: boolean;
  readonly counted: boolean;
  /** Places where the time of the stored lines goes backwards. */
  readonly backs: readonly TimeBack[];
}

/**
 * The claim on the stored lines, with its basis. A device keeps only the newest lines of a long record: missing older lines are
 * mentioned, not reported as a finding.
 */
export function chainLabels(tenantId: string, verdict: AuditVerdict | null, held: LinesHeld): ChainLabels {
  return {
    claim: recordIntact(tenantId, { verdict, ...held }),
    seal: null,
    named: null,
    ...alsoBack(heldDetail(verdict, held), held.backs),
  };
}

/** Adds where the time goes backwards: not a broken link, but worth a look. A broken line takes precedence as the named one. */
function alsoBack(found: Detail, backs: readonly TimeBack[]): Detail {
  const words = timesBackLabels(backs, 'line');
  if (words === null) return found;
  return { ...found, detail: `${found.detail} ${words}`, named: found.named ?? backs[0]?.place ?? null };
}

function heldDetail(verdict: AuditVerdict | null, { arriving, counted }: LinesHeld): Detail {
  if (verdict === null) return { detail: 'Recomputing the hashes on this device.' };
  switch (verdict.state) {
    case 'empty':
      return { detail: 'No line is on this device yet.' };
    case 'whole':
      if (counted) return { detail: `All ${plural(verdict.entries, 'line')} recomputed on this device.`, seal: verdict.headSeal };
      return { detail: `The ${plural(verdict.entries, 'line')} on this device fit. How many there are is not known.` };
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

/** Result of the check against the platform's whole record, in words. */
export function wholeLabels(tenantId: string, check: WholeCheck): ChainLabels {
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
        detail: `The platform's line ${formatCount(check.place)} differs from the one this device received before. The line on this device is shown.`,
        named: check.place,
      };
    case 'failed':
      return { detail: `${check.message} ${formatCount(check.checked)} lines had been read, and they fit.` };
    default:
      return check satisfies never;
  }
}

/**
 * When a command was decided on the device (D-56); the platform seals it in the details of the line. Undefined if it is missing or
 * malformed.
 */
export function decidedAtOf({ details }: AuditRecord): string | undefined {
  const parsed = isoTimeSchema.safeParse(details['decidedAt']);
  return parsed.success ? parsed.data : undefined;
}

/** Details of a line for reading, in a fixed order; a valid `decidedAt` is shown among the facts instead. */
export function detailsOf(record: AuditRecord): readonly { readonly name: string; readonly value: string }[] {
  const decidedAt = decidedAtOf(record);
  // Shown as a sentence beside the facts.
  const told: readonly string[] = auditSumOf(record) === null ? [] : ['times', 'from', 'until'];
  return Object.entries(record.details)
    .filter(([name]) => (name !== 'decidedAt' || decidedAt === undefined) && !told.includes(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => ({
      name: name.replace(/_/g, ' ').replace(/^./, (letter) => letter.toUpperCase()),
      value: value === null || value === '' ? '–' : typeof value === 'string' ? value : JSON.stringify(value),
    }));
}

import type { AuditRecord } from '../../contracts/audit.ts';
import { isoTimeSchema } from '../../contracts/primitives.ts';
import type { AuditVerdict } from '../../domain/auditChain.ts';
import { auditActWords } from '../../domain/auditWords.ts';
import type { BrokenLink } from '../../domain/chain.ts';
import { brokenLinkWords } from '../../domain/chainWords.ts';
import { formatCount, plural } from '../../domain/format.ts';
import type { WholeCheck } from './wholeCheck.ts';

/** What a check of the chain says, in words and one look. */
export interface ChainWords {
  readonly look: 'ok' | 'info' | 'warn' | 'bad' | 'pending' | 'idle';
  readonly word: string;
  readonly detail: string;
  /** Hash of the newest line when every line from the first holds. */
  readonly seal: string | null;
  /** Place of the line that is named, to be opened; null where none is. */
  readonly named: number | null;
}

const words = (look: ChainWords['look'], word: string, detail: string, more: Partial<ChainWords> = {}): ChainWords => ({
  look,
  word,
  detail,
  seal: null,
  named: null,
  ...more,
});

/** A line as a finding names it: its place, what was done and by whom. */
function nameOf(record: AuditRecord): string {
  return `line ${formatCount(record.chainIndex)} (${auditActWords(record.action)}, ${record.actorName})`;
}

function brokenWords(record: AuditRecord, link: BrokenLink): ChainWords {
  return words('bad', 'Chain broken', `First broken link: ${nameOf(record)}: ${brokenLinkWords[link]}.`, { named: record.chainIndex });
}

/**
 * 'Intact' claims every line from the first. A device keeps the newest lines of a long record: that the older ones are not here is no
 * finding, and is said; a hole between lines that are here is one, but never called broken.
 * @param arriving more lines are on their way: a gap is then no finding yet
 */
export function chainWords(verdict: AuditVerdict | null, arriving: boolean): ChainWords {
  if (verdict === null) return words('pending', 'Checking chain', 'Recomputing the hashes held on this device.');
  switch (verdict.state) {
    case 'empty':
      return words('idle', 'No chain held', 'No line is on this device yet.');
    case 'whole':
      return words('ok', 'Chain intact', `All ${plural(verdict.entries, 'line')} recomputed on this device.`, { seal: verdict.headSeal });
    case 'gap': {
      const total = formatCount(verdict.headIndex + 1);
      const [first, ...others] = verdict.notHeld;
      if (arriving)
        return words('pending', 'Fetching the record', `${formatCount(verdict.entries)} of ${total} lines so far, and they fit.`);
      if (first === undefined || (first.from === 0 && others.length === 0 && first.to < verdict.headIndex)) {
        const older = formatCount((first?.to ?? -1) + 1);
        return words(
          'info',
          'Held part intact',
          `The newest ${formatCount(verdict.entries)} of ${total} lines fit. The ${older} before are not on this device.`,
        );
      }
      const missing = verdict.notHeld.reduce((sum, { from, to }) => sum + to - from + 1, 0);
      const hole = first.from === 0 ? (others[0] ?? first) : first;
      return words(
        'warn',
        'Chain has a gap',
        `${plural(missing, 'line')} of ${total} not on this device; those that are fit. First missing: line ${formatCount(hole.from)}.`,
      );
    }
    case 'broken':
      return brokenWords(verdict.at.record, verdict.link);
    default:
      return verdict satisfies never;
  }
}

/** What the check against the platform said; null where none was asked for. */
export function wholeWords(check: WholeCheck): ChainWords {
  switch (check.state) {
    case 'running':
      return words(
        'pending',
        'Checking with the platform',
        `${formatCount(check.checked)} of ${formatCount(check.total)} lines fit so far.`,
      );
    case 'whole':
      return words(
        'ok',
        'Whole record intact',
        `All ${plural(check.lines, 'line')} read from the platform and recomputed on this device.`,
        {
          seal: check.seal,
        },
      );
    case 'broken':
      return brokenWords(check.record, check.link);
    case 'gap':
      return words(
        'bad',
        'Lines are missing',
        `The platform no longer has line ${formatCount(check.from)}${check.to > check.from ? ` to ${formatCount(check.to)}` : ''}.`,
      );
    case 'differs':
      return words(
        'bad',
        'History rewritten',
        `The platform's line ${formatCount(check.place)} is not the one this device was given before. What this device holds is shown.`,
        { named: check.place },
      );
    case 'failed':
      return words('warn', 'Not checked', `${check.message} ${formatCount(check.checked)} lines had been read, and they fit.`);
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
  return Object.entries(record.details)
    .filter(([name]) => name !== 'decidedAt' || decidedAt === undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => ({
      name: name.replace(/_/g, ' ').replace(/^./, (letter) => letter.toUpperCase()),
      value: value === null || value === '' ? '–' : typeof value === 'string' ? value : JSON.stringify(value),
    }));
}

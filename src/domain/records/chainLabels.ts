import { type BrokenLink, GENESIS } from './chain.ts';
import { cutHash, formatCount } from '../format.ts';
import { type HistoryFinding, standsFrom } from '../history.ts';

/** Why a link does not hold; follows 'First broken …:'. */
export const brokenLinkLabels: Readonly<Record<BrokenLink, string>> = {
  seal: 'its content does not give its seal',
  prev: 'it is not tied to the record before',
  fork: 'two records claim one place',
  genesis: 'the first record does not start the chain',
  beyond_head: 'it lies past the newest record',
};

/** How one record fits its chain, by the neighbouring links held here. */
export interface LinkCheck {
  readonly look: 'ok' | 'bad' | 'idle';
  readonly lead: string;
  readonly text: string;
}

interface Tied {
  readonly chainIndex: number;
  readonly prevHash: string;
  readonly seal: string;
}

/** Judges one link: its own seal, its tie to the previous link and the next link's tie to it. `undefined` neighbours are not held. */
export function checkLink(entry: Tied, computedSeal: string, previous: Tied | undefined, next: Tied | undefined): LinkCheck {
  if (computedSeal !== entry.seal) return { look: 'bad', lead: 'Seal does not match.', text: 'The record differs from what was sealed.' };
  const first = entry.chainIndex === 0;
  if (first && entry.prevHash !== GENESIS) return { look: 'bad', lead: 'Link broken.', text: 'The first record does not start the chain.' };
  if (previous !== undefined && entry.prevHash !== previous.seal)
    return { look: 'bad', lead: 'Link broken.', text: 'It is not tied to the record before.' };
  if (next !== undefined && next.prevHash !== entry.seal)
    return { look: 'bad', lead: 'Link broken.', text: 'The record after it is not tied to it.' };
  const back = first || previous !== undefined;
  if (back && next !== undefined) return { look: 'ok', lead: 'Link holds both ways.', text: 'Seal recomputed on this device.' };
  if (back) return { look: 'ok', lead: 'Link holds.', text: 'Seal recomputed on this device; it is the newest link held.' };
  return { look: 'idle', lead: 'Seal holds.', text: 'The record before is not on this device, so the tie to it is not checked.' };
}

/**
 * Describes a finding in the history that the platform shows (D-9); withheld by the platform differs from not held here yet. `vrfId`: the
 * link's verification, null if unknown.
 */
export function historyLabels(
  { kind, chainIndex, expectedSeal, foundSeal }: HistoryFinding,
  vrfId: string | null,
): {
  readonly lead: string;
  readonly text: string;
} {
  const link = `Link ${formatCount(chainIndex)}${vrfId === null ? '' : ` (${vrfId})`} of the verification chain`;
  const sealed = expectedSeal === null ? '' : ` had the seal ${cutHash(expectedSeal, 12)} on this device`;
  switch (kind) {
    case 'rewritten':
      return { lead: 'History rewritten.', text: `${link}${sealed}; the platform now shows ${cutHash(foundSeal ?? '', 12)}.` };
    case 'withheld':
      return {
        lead: 'Withheld by the platform.',
        text:
          expectedSeal === null
            ? `${link} was requested and does not arrive, though later links depend on it.`
            : `${link}${sealed}; it was requested and no longer arrives.`,
      };
    case 'broken':
      return { lead: 'Chain broken.', text: `${link} came from the platform with a content or a tie that does not match its seal.` };
    default:
      return kind satisfies never;
  }
}

/**
 * Combines one record's check with a finding about the chain: a record built on a rewritten link belongs to another history, even if its
 * own ties hold.
 */
export function besideFinding(check: LinkCheck, chainIndex: number, found: HistoryFinding | null): LinkCheck {
  if (found === null || check.look === 'bad' || chainIndex < standsFrom(found)) return check;
  const { lead, text } = historyLabels(found, null);
  if (chainIndex < found.chainIndex)
    return { look: 'idle', lead: 'Seal holds.', text: `${text} It is not known whether this record is from the history before that.` };
  if (found.kind === 'withheld') return { look: 'idle', lead: 'Seal holds.', text: `${text} The links it depends on are not checked.` };
  return { look: 'bad', lead, text: `${text} This record depends on it.` };
}

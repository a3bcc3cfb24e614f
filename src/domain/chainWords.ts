import { type BrokenLink, GENESIS } from './chain.ts';
import { cutHash, formatCount } from './format.ts';
import { type HistoryFinding, standsFrom } from './history.ts';

/** Why a link of a chain does not hold, after 'First broken …:'. */
export const brokenLinkWords: Readonly<Record<BrokenLink, string>> = {
  seal: 'its content does not give its seal',
  prev: 'it is not tied to the record before',
  fork: 'two records claim one place',
  genesis: 'the first record does not start the chain',
  beyond_head: 'it lies past the newest record',
};

/** How one record sits in its chain, by the links beside it that are held. */
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

/** Judges one link: its own seal, its tie back and the tie of the next to it. `undefined` neighbours are not held. */
export function checkLink(entry: Tied, computedSeal: string, previous: Tied | undefined, next: Tied | undefined): LinkCheck {
  if (computedSeal !== entry.seal)
    return { look: 'bad', lead: 'Seal does not match.', text: 'What the record says now is not what was sealed.' };
  const first = entry.chainIndex === 0;
  if (first && entry.prevHash !== GENESIS) return { look: 'bad', lead: 'Link broken.', text: 'The first record does not start the chain.' };
  if (previous !== undefined && entry.prevHash !== previous.seal)
    return { look: 'bad', lead: 'Link broken.', text: 'It is not tied to the record before.' };
  if (next !== undefined && next.prevHash !== entry.seal)
    return { look: 'bad', lead: 'Link broken.', text: 'The record after it is not tied to it.' };
  const back = first || previous !== undefined;
  if (back && next !== undefined) return { look: 'ok', lead: 'Link holds both ways.', text: 'Seal recomputed on this device.' };
  if (back) return { look: 'ok', lead: 'Link holds.', text: 'Seal recomputed on this device; it is the newest link held.' };
  return { look: 'idle', lead: 'Seal holds.', text: 'The record before is not held on this device, so the tie to it is not checked.' };
}

/** What is wrong with the past that the platform shows (D-9): withheld by the platform is another thing than not held here yet. `vrfId`: whose link it is, null where nobody knows. */
export function historyWords(
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
            ? `${link} was asked for by its place and does not come, though later ones stand on it.`
            : `${link}${sealed}; asked for by its place, it does not come any more.`,
      };
    case 'broken':
      return { lead: 'Chain broken.', text: `${link} came from the platform with a content or a tie that its seal is not of.` };
    default:
      return kind satisfies never;
  }
}

/** The check of one record beside what is wrong with the chain: what stands on a rewritten link is of another history, however well its own ties hold. */
export function besideFinding(check: LinkCheck, chainIndex: number, found: HistoryFinding | null): LinkCheck {
  if (found === null || check.look === 'bad' || chainIndex < standsFrom(found)) return check;
  const { lead, text } = historyWords(found, null);
  if (chainIndex < found.chainIndex)
    return { look: 'idle', lead: 'Seal holds.', text: `${text} Whether this record is of the history before that is not known.` };
  if (found.kind === 'withheld') return { look: 'idle', lead: 'Seal holds.', text: `${text} What it stands on is not checked.` };
  return { look: 'bad', lead, text: `${text} This record stands on it.` };
}

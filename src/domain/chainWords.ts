import { type BrokenLink, GENESIS } from './chain.ts';

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

import type { ConnectionStatus } from '../../contracts/rpc.ts';
import type { FreshnessState } from '../freshness.ts';
import { transportNames } from '../realtime/transportNames.ts';
import { decides, no, unknown, yes } from './judgement.ts';

/** Claims that something is heard of as it happens. */

/** Rows that are in step with the platform (D-15): `freshnessOf` has judged; the words with their age are the chip's. */
export const heardLive = decides('live', (state: FreshnessState) => {
  switch (state.kind) {
    case 'live':
      return yes('Live', { look: 'live', at: state.at });
    case 'asOf':
      return unknown('As of', 'pending', { at: state.at });
    case 'stale':
      return unknown('Stale', 'hourglass', { at: state.at });
    case 'halted':
      return unknown('Halted', 'halted', { at: state.at });
    case 'never':
      return unknown('Not loaded yet');
    default:
      return state satisfies never;
  }
});

interface LinkFacts {
  readonly connection: Pick<ConnectionStatus, 'state' | 'transport'>;
  /** Its answers take long, or nothing is heard on it just now. */
  readonly slow: boolean;
  /** Gone for longer than a blink. */
  readonly gone: boolean;
}

/** The link to the platform (C-9): connected while its stream stands and is heard (`domain/link`). */
export const linkConnected = decides('link', ({ connection: { state, transport }, slow, gone }: LinkFacts) => {
  const over = transportNames[transport];
  if (state === 'connected') return yes(`Connected · ${over}`, { look: slow ? 'hourglass' : 'live' });
  return no(`Disconnected · ${over}`, gone ? 'offline' : 'processing');
});

interface FiguresShown {
  readonly count: number;
  /** Of them: not live. */
  readonly aged: number;
  readonly stale: number;
  readonly halted: number;
}

/** How many of the figures that stand there are live: on a wall, which shows a dozen at once. */
export const figuresLive = decides('figures', ({ count, aged, stale, halted }: FiguresShown) => {
  if (count === 0) return unknown('No figure yet');
  if (aged === 0) return yes('All figures live');
  if (stale === 0 && halted > 0) return unknown(`${halted === count ? 'All figures' : `${halted} of ${count} figures`} halted`, 'halted');
  if (stale === 0) return unknown(`${aged === count ? 'No figure' : `${count - aged} of ${count} figures`} live`, 'pending');
  return unknown(`${stale === count ? 'All figures' : `${stale} of ${count} figures`} stale`, 'hourglass');
});

/** That no incident is active; null where nobody knows. */
export const noIncident = decides('quiet', (none: boolean | null) => {
  if (none === null) return unknown('Incidents unknown');
  return none ? yes('No incident') : no('Incident active', 'bad');
});

/** That the platform takes changes: the kill switch is not pulled (C-63). The past is told where it is no longer known. */
export const processingGoesOn = decides('processing', (state: 'on' | 'off' | 'wasOn' | 'wasOff' | 'unknown') => {
  switch (state) {
    case 'on':
      return no('Read-only', 'bad');
    case 'off':
      return yes('Processing');
    case 'wasOn':
      return unknown('Was read-only');
    case 'wasOff':
      return unknown('Was processing');
    case 'unknown':
      return unknown('Not known');
    default:
      return state satisfies never;
  }
});

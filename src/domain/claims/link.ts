import type { ConnectionStatus } from '../../contracts/rpc.ts';
import type { FreshnessState } from '../freshness/freshness.ts';
import { transportNames } from '../realtime/transportNames.ts';
import { decides, no, unknown, yes } from './judgement.ts';

/** Claims that data is received as it happens. */

/** Rows in step with the platform (D-15), from `freshnessOf`; the chip adds the age. */
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
  /** Answers are slow, or nothing is being heard. */
  readonly slow: boolean;
  /** Lost for longer than a brief interruption. */
  readonly gone: boolean;
}

/** The link to the platform (C-9): connected while its stream is open and heard (`domain/link`). */
export const linkConnected = decides('link', ({ connection: { state, transport }, slow, gone }: LinkFacts) => {
  const over = transportNames[transport];
  if (state === 'connected') return yes(`Connected · ${over}`, { look: slow ? 'hourglass' : 'live' });
  return no(`Disconnected · ${over}`, gone ? 'offline' : 'processing');
});

interface FiguresShown {
  readonly count: number;
  /** Number of them that are not live. */
  readonly aged: number;
  readonly stale: number;
  readonly halted: number;
}

/** How many of the displayed figures are live: for a wall, which shows a dozen at once. */
export const figuresLive = decides('figures', ({ count, aged, stale, halted }: FiguresShown) => {
  if (count === 0) return unknown('No figure yet');
  if (aged === 0) return yes('All figures live');
  if (stale === 0 && halted > 0) return unknown(`${halted === count ? 'All figures' : `${halted} of ${count} figures`} halted`, 'halted');
  if (stale === 0) return unknown(`${aged === count ? 'No figure' : `${count - aged} of ${count} figures`} live`, 'pending');
  return unknown(`${stale === count ? 'All figures' : `${stale} of ${count} figures`} stale`, 'hourglass');
});

/** That no incident is active; null if unknown. */
export const noIncident = decides('quiet', (none: boolean | null) => {
  if (none === null) return unknown('Incidents unknown');
  return none ? yes('No incident') : no('Incident active', 'bad');
});

/** That the platform accepts changes: the kill switch is off (C-63). Past tense once that is no longer known. */
export const processingGoesOn = decides('processing', (state: 'on' | 'off' | 'wasOn' | 'wasOff' | 'unknown') => {
  switch (state) {
    case 'on':
      return no('Read-only', 'bad');
    case 'off':
      return yes('Running');
    case 'wasOn':
      return unknown('Was read-only');
    case 'wasOff':
      return unknown('Was running');
    case 'unknown':
      return unknown('Not known');
    default:
      return state satisfies never;
  }
});

import { clip } from '../evidence/messages.ts';
import { noteUnknownKid, noUnknownKids, UNKNOWN_KID_LIMIT } from '../evidence/unknownKid.ts';
import { telemetry } from './telemetry.ts';

/** Where an alert goes: the log of this page, and the platform's telemetry. */
export interface AlertPlaces {
  /** Epoch milliseconds of this device. */
  now(): number;
  warn(text: string, kid: string): void;
  tell(event: { readonly name: string; readonly values: Readonly<Record<string, string | number>> }): void;
}

/**
 * Sightings of strange key ids in this page (C-79): more than three of one within ten minutes write an alert, one for a flood. Kept in
 * memory only; an alarm needs no longer memory than its ten minutes. The id is whoever's who made the pack: cut, and of one line.
 */
export function createStrangers(places: AlertPlaces): { note(kid: string): void } {
  let sightings = noUnknownKids;
  return {
    note(kid) {
      const now = places.now();
      const noted = noteUnknownKid(sightings, kid, now);
      sightings = noted.kids;
      if (!noted.alert) return;
      const shown = clip(kid);
      places.warn(`[alert] An unknown signing key id was seen more than ${UNKNOWN_KID_LIMIT} times within 10 minutes:`, shown);
      places.tell({
        name: 'evidence.unknown_kid',
        values: { kid: shown, sightings: UNKNOWN_KID_LIMIT + 1 },
      });
    },
  };
}

/** The one count of this page, whatever names the strange key: a pack, a portfolio or a payment. */
export const strangers = createStrangers({
  now: () => Date.now(),
  // oxlint-disable-next-line no-console -- the alert of C-79 goes to the log
  warn: (text, kid) => console.warn(text, kid),
  tell: (event) => telemetry.tell(event),
});

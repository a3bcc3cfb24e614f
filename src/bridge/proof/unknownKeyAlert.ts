import { clip } from '../../evidence/messages.ts';
import { noteUnknownKid, noUnknownKids, UNKNOWN_KID_LIMIT } from '../../evidence/unknownKid.ts';
import { telemetry } from '../hub/telemetry.ts';

/** Where an alert goes: this page's log, and the platform's telemetry. */
export interface AlertDeps {
  /** Device clock, epoch milliseconds. */
  now(): number;
  warn(text: string, kid: string): void;
  tell(event: { readonly name: string; readonly values: Readonly<Record<string, string | number>> }): void;
}

/**
 * Counts sightings of unknown key ids in this page (C-79): more than three of one id within ten minutes raise an alert, once per flood.
 * In memory only, since the alert looks back just ten minutes. The key id comes from an untrusted pack: it is truncated to one short line
 * before logging.
 */
export function createUnknownKeyAlert(places: AlertDeps): { note(kid: string): void } {
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

/** This page's single counter, for unknown keys of packs, portfolios and payments. */
export const strangers = createUnknownKeyAlert({
  now: () => Date.now(),
  // oxlint-disable-next-line no-console -- the alert of C-79 goes to the log
  warn: (text, kid) => console.warn(text, kid),
  tell: (event) => telemetry.tell(event),
});

/**
 * Decides whether an answer comes from the platform (D-50). Gateways, proxies and captive portals answer with statuses and formats of
 * their own. None of them knows the correlation id that was sent or uses the platform's format: only these two identify the platform.
 */

/** The answer's X-Correlation-ID compared with the id sent. Cached answers are `none` too, since their id is that of an earlier call. */
export type Echo = 'same' | 'none' | 'other';

/** The form of the body, compared with the call's row of the endpoint table. */
export type BodyForm =
  /** JSON with exactly the shape of the call's answer. */
  | 'shape'
  /** Empty, or JSON null, for a call without an answer: a foreign empty answer looks the same. */
  | 'nothing'
  /** The platform's error format. */
  | 'problem'
  | 'otherJson'
  | 'html'
  | 'empty'
  | 'text';
export const bodyForms: readonly BodyForm[] = ['shape', 'nothing', 'problem', 'otherJson', 'html', 'empty', 'text'];

/**
 * - `answer`: the platform's, to be used. `vouched` if it echoes the id; without an echo it is accepted for its exact shape, so that a
 * platform built to the documents works, but its headers are not trusted.
 * - `refusal`: the platform refused. The only verdict that may affect session, rows at rest, lock or outbox.
 * - `misshapen`: from the platform, in a form that this console does not know (C-64).
 * - `stranger`: something else answered. It says nothing about the call, which is repeated.
 */
export type Provenance =
  | { readonly kind: 'answer'; readonly vouched: boolean }
  | { readonly kind: 'refusal' }
  | { readonly kind: 'misshapen' }
  | { readonly kind: 'stranger' };

const stranger: Provenance = { kind: 'stranger' };

/** Judges an answer by status, echo and body form; total, and the only function that decides this. */
export function provenanceOf(status: number, echo: Echo, form: BodyForm): Provenance {
  if (echo === 'other') return stranger;
  const vouched = echo === 'same';
  if (status >= 200 && status <= 299) {
    if (form === 'shape') return { kind: 'answer', vouched };
    if (!vouched || form === 'html') return stranger;
    return form === 'nothing' ? { kind: 'answer', vouched } : { kind: 'misshapen' };
  }
  return vouched && form === 'problem' && status >= 400 ? { kind: 'refusal' } : stranger;
}

/** Compares the received id with the one sent. */
export function echoOf(sent: string, received: string | null): Echo {
  if (received === null || received === '') return 'none';
  return received === sent ? 'same' : 'other';
}

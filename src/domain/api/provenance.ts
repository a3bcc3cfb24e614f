/**
 * Whose answer it is (D-50). Between a console and its platform stand gateways, proxies and the sign-in pages of Wi-Fi networks, and each of them answers
 * with statuses and forms of its own. None of them knows which correlation id was sent, and none speaks in the platform's form: by these two the platform is
 * known, and by nothing else.
 */

/** What the answer's X-Correlation-ID header says, beside the id that was sent. `none` too where a cache gave the answer: its id is that of an earlier call. */
export type Echo = 'same' | 'none' | 'other';

/** What the body is, beside the call's row of the endpoint table. */
export type BodyForm =
  /** JSON of exactly the shape that the call answers with. */
  | 'shape'
  /** Nothing, or JSON's null, where the call answers nothing: anybody's empty answer looks like this one. */
  | 'nothing'
  /** The platform's one form of a refusal. */
  | 'problem'
  | 'otherJson'
  | 'html'
  | 'empty'
  | 'text';
export const bodyForms: readonly BodyForm[] = ['shape', 'nothing', 'problem', 'otherJson', 'html', 'empty', 'text'];

/**
 * - `answer`: the platform's, to be used. `vouched` where it echoes the id; without an echo it is taken for its exact shape, so that a platform built to the
 *   documents works, and nothing else that its headers claim is believed.
 * - `refusal`: the platform has refused, and means it. The only verdict that may move session, rows at rest, lock or outbox.
 * - `misshapen`: the platform's, in a form that this console does not know (C-64).
 * - `stranger`: somebody else answered. It says nothing about the call, and the call is made again.
 */
export type Provenance =
  | { readonly kind: 'answer'; readonly vouched: boolean }
  | { readonly kind: 'refusal' }
  | { readonly kind: 'misshapen' }
  | { readonly kind: 'stranger' };

const stranger: Provenance = { kind: 'stranger' };

/** Judges an answer by its status, its echo and its body's form; total, and the only judge there is. */
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

/** Compares the id that came back with the one that was sent. */
export function echoOf(sent: string, received: string | null): Echo {
  if (received === null || received === '') return 'none';
  return received === sent ? 'same' : 'other';
}

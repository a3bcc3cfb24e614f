import type { ProblemCode } from '../../contracts/problem.ts';

/** What a failed sending means for the command and for those behind it (SPEC.md). `ambiguous`: it may have taken effect. */
export type Judgement =
  /** Everything waits: for the link, the session, the end of read-only mode, a reload, or the platform's own reasons. */
  | { readonly kind: 'hold'; readonly waits: HoldReason; readonly ambiguous: boolean }
  /** This command alone is tried again later. */
  | { readonly kind: 'again'; readonly ambiguous: true }
  /** The platform has decided. */
  | { readonly kind: 'refused' };

export type HoldReason = 'link' | 'session' | 'readOnly' | 'reload' | 'platform';

const unreached: Judgement = { kind: 'hold', waits: 'link', ambiguous: true };
const refused: Judgement = { kind: 'refused' };

export function judge(code: ProblemCode): Judgement {
  switch (code) {
    case 'network':
    case 'timeout':
    case 'not_ours':
    case 'cancelled':
      return unreached;
    case 'unauthenticated':
    case 'login_failed':
    // Nothing was judged: it is sent once the lock is open again.
    case 'locked':
    // The session works in another tenant by now: nothing was judged, and whose decision it is the session finds out.
    case 'wrong_tenant':
      return { kind: 'hold', waits: 'session', ambiguous: false };
    case 'read_only_mode':
      return { kind: 'hold', waits: 'readOnly', ambiguous: false };
    case 'build_too_old':
      return { kind: 'hold', waits: 'reload', ambiguous: false };
    case 'rate_limited':
    // What is wrong is the platform's own address or a header that was stripped on the way: no word about the command.
    case 'csrf':
      return { kind: 'hold', waits: 'platform', ambiguous: false };
    // A gateway that gave up on the platform does not know how far it came.
    case 'unavailable':
      return { kind: 'hold', waits: 'platform', ambiguous: true };
    case 'internal':
    case 'bad_shape':
    case 'storage':
      return { kind: 'again', ambiguous: true };
    case 'bad_request':
    case 'forbidden':
    case 'proof_required':
    case 'not_found':
    case 'conflict':
    case 'gone':
    case 'too_large':
      return refused;
    default:
      return code satisfies never;
  }
}

/** Whether a call's failure is itself a word of the platform: it can be reached. What stands in between may have said the others. */
export function isAnswer(code: ProblemCode): boolean {
  switch (code) {
    case 'network':
    case 'timeout':
    case 'not_ours':
    case 'cancelled':
    case 'unavailable':
    case 'bad_shape':
    case 'storage':
      return false;
    case 'unauthenticated':
    case 'login_failed':
    case 'read_only_mode':
    case 'locked':
    case 'build_too_old':
    case 'rate_limited':
    case 'internal':
    case 'bad_request':
    case 'forbidden':
    case 'proof_required':
    case 'wrong_tenant':
    case 'csrf':
    case 'not_found':
    case 'conflict':
    case 'gone':
    case 'too_large':
      return true;
    default:
      return code satisfies never;
  }
}

import type { ProblemCode } from '../../contracts/problem.ts';

/** What a failed sending means for the command and for those behind it (SPEC.md). `ambiguous`: the command may have taken effect. */
export type Judgement =
  /** All sending waits: for the link, the session, the end of read-only mode, a reload, or the platform. */
  | { readonly kind: 'hold'; readonly waits: HoldReason; readonly ambiguous: boolean }
  /** Only this command is retried later. */
  | { readonly kind: 'again'; readonly ambiguous: true }
  /** The platform refused it; final. */
  | { readonly kind: 'refused' };

/** What all sending waits for. */
export type HoldReason = 'link' | 'session' | 'readOnly' | 'reload' | 'platform';

const unreached: Judgement = { kind: 'hold', waits: 'link', ambiguous: true };
const refused: Judgement = { kind: 'refused' };

/**
 * What the problem of a failed sending means (SPEC.md). Without an answer the command counts as possibly applied, and is repeated under its
 * key.
 */
export function judge(code: ProblemCode): Judgement {
  switch (code) {
    case 'network':
    case 'timeout':
    case 'not_ours':
    case 'cancelled':
      return unreached;
    case 'unauthenticated':
    case 'login_failed':
    // The command was not judged; it is sent after the lock opens.
    case 'locked':
    // The session is in another tenant now: the command was not judged, and the session machine finds out whose it is.
    case 'wrong_tenant':
      return { kind: 'hold', waits: 'session', ambiguous: false };
    case 'read_only_mode':
      return { kind: 'hold', waits: 'readOnly', ambiguous: false };
    case 'build_too_old':
      return { kind: 'hold', waits: 'reload', ambiguous: false };
    case 'rate_limited':
    // A misconfigured platform origin or a header stripped on the way; says nothing about the command.
    case 'csrf':
      return { kind: 'hold', waits: 'platform', ambiguous: false };
    // A gateway that gave up on the platform does not know whether the command took effect.
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

/** True if this failure proves that the platform itself answered. The other codes may come from the network or a proxy. */
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

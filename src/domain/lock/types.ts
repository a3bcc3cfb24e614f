import type { LockKey } from '../../contracts/lock.ts';
import type { Problem } from '../../contracts/problem.ts';
import type { LeaveReason, ReturnReason } from '../session/types.ts';
import type { LockRecord } from './record.ts';
import type { Tries } from './tries.ts';

/** State, events and effects of the app lock's machine (machine.ts, SPEC.md). */

/** A lock and its key: null while it is closed. `lock` is what the disk holds, and what was ordered since that nothing waits for. */
interface Held<Key extends LockKey | null> {
  readonly lock: LockRecord;
  readonly key: Key;
}

/**
 * A counted try with a secret: its count is on its way to the disk, then the secret is tried, then the platform is told of a wrong one, or
 * what a right one was for is written.
 */
export interface Trial {
  readonly step: 'counting' | 'trying' | 'asking' | 'writing';
  readonly counted: Tries;
}

/** Not read yet, or unreadable: this is not "none". */
interface Unknown {
  readonly name: 'unknown';
}
interface Absent {
  readonly name: 'absent';
}
/** A new lock is made and written; no page has its key. `overtaken`: its user left meanwhile, so it is not set up. */
interface SettingUp {
  readonly name: 'settingUp';
  readonly userId: string;
  readonly made: { readonly lock: LockRecord; readonly key: LockKey } | null;
  readonly overtaken: boolean;
}
interface Closed extends Held<null> {
  readonly name: 'closed';
}
/** A secret is being tried at a closed lock. `overtaken`: it was closed once more meanwhile, so that this secret does not open it. */
interface Opening extends Held<null> {
  readonly name: 'opening';
  readonly trial: Trial;
  readonly overtaken: boolean;
}
/** Its rows are being encrypted, are encrypted, or are being decrypted: `lock.rows`. */
interface Open extends Held<LockKey> {
  readonly name: 'open';
}
/** The old PIN is being tried, or the new one written. Goes on although the lock closes meanwhile. */
interface Changing extends Held<LockKey | null> {
  readonly name: 'changing';
  readonly trial: Trial;
}
/** The secret is being tried, or the order to decrypt the rows written. Without its key nothing is taken off. */
interface TakingOff extends Held<LockKey | null> {
  readonly name: 'takingOff';
  readonly trial: Trial;
}
/** Given up, or its tries are used up: the session ends and the rows go; the lock stands until then. */
interface Lost extends Held<LockKey | null> {
  readonly name: 'lost';
}
/** The key is gone and the record is being removed from the disk. */
interface Removing extends Held<null> {
  readonly name: 'removing';
}

/** The app lock of this device. The key is in memory in no state that says null. */
export type LockState = Unknown | Absent | SettingUp | Closed | Opening | Open | Changing | TakingOff | Lost | Removing;
export type LockStateName = LockState['name'];
/** The state of this name. */
export type StateOf<Name extends LockStateName> = Extract<LockState, { readonly name: Name }>;
/** The states in which a lock stands. */
export type HeldState = Extract<LockState, { readonly lock: LockRecord }>;
/** Those in which it is not being removed. */
export type StandingState = Exclude<HeldState, Removing>;
/** The states of a try. */
export type TryingState = Extract<LockState, { readonly trial: Trial }>;

/** What the hub knows at the moment of an event. Times are epoch milliseconds. */
export interface LockStamp {
  /** The clock for tries, which nobody can set (tries.ts). */
  readonly now: number;
  /** The platform's clock; an estimate unless the platform was `heard` since the hub started. */
  readonly platformNow: number;
  readonly heard: boolean;
  /** Whether somebody is signed in, and whether the platform has confirmed it. */
  readonly signedIn: 'no' | 'unconfirmed' | 'confirmed';
  /** When the platform last confirmed the lock's owner; null if nobody is remembered. */
  readonly confirmedAt: number | null;
  /** Whether the signed-in person's store is open. */
  readonly hasStore: boolean;
}

/** What a change of the record is for. A wrapped secret of today's rules and the mark that rows are encrypted are waited for, as the others. */
export type Purpose = 'count' | 'change' | 'takeOff' | 'encrypted' | 'strengthened';

/** Acts of the user come one at a time: the next one once the one before was answered. */
export type LockEvent = LockStamp &
  (
    | { readonly type: 'recalled'; readonly lock: LockRecord | null }
    | {
        readonly type: 'setUp';
        /** Who is signed in. */
        readonly userId: string | null;
        readonly isDisplay: boolean;
        /** The secret is one of those guessed first. */
        readonly isWeak: boolean;
        /** Unsent actions of this person still wait under an earlier lock. */
        readonly owesUnsent: boolean;
      }
    /** The new lock's key and record were made. */
    | { readonly type: 'made'; readonly lock: LockRecord; readonly key: LockKey }
    /** The new lock was written, or the one that stood was removed; or the disk refused. */
    | { readonly type: 'put'; readonly problem: Problem | null }
    | { readonly type: 'open' }
    /** The previous page of this tab left this key of the lock `lockId`. */
    | { readonly type: 'resume'; readonly lockId: string; readonly key: LockKey }
    | { readonly type: 'change'; readonly isWeak: boolean }
    | { readonly type: 'takeOff' }
    | { readonly type: 'close' }
    | { readonly type: 'startAnew' }
    /** A change of the record is on the disk, or known not to be. `answers`: the act under way waits for it alone. */
    | {
        readonly type: 'written';
        readonly purpose: Purpose;
        readonly change: Partial<LockRecord>;
        readonly problem: Problem | null;
        readonly answers: boolean;
      }
    /** The secret was tried: the key that it opened, or the key wrapped anew; null if it is wrong. */
    | { readonly type: 'tried'; readonly opened: { readonly key: LockKey } | { readonly change: Partial<LockRecord> } | null }
    /** The platform's count of wrong tries; 0 if unknown. */
    | { readonly type: 'platformCounted'; readonly wrong: number }
    /** The right secret was typed, and the lock made by earlier rules; `from` is the lock that was opened. */
    | { readonly type: 'strengthened'; readonly from: LockRecord; readonly change: Partial<LockRecord> }
    /** The rows were brought into the form that `rows` asks for, or were not. */
    | {
        readonly type: 'rowsBrought';
        readonly lockId: string;
        readonly rows: 'sealing' | 'opening';
        readonly problem: Problem | null;
        readonly answers: boolean;
      }
    /** The session was told that the lock closes, and has left. */
    | { readonly type: 'sessionLocked' }
    /** The session has ended and the rows are gone; `problem`: what waits to be sent could not be marked, so the lock has to stay. */
    | { readonly type: 'givenUp'; readonly problem: Problem | null; readonly refusal: LockRefusal | null }
    /** The signed-in person's store is open. */
    | { readonly type: 'entered'; readonly userId: string }
    | { readonly type: 'left'; readonly reason: LeaveReason | ReturnReason }
    /** The rows of this person are gone, or somebody else has taken their place. */
    | { readonly type: 'ownerGone'; readonly userId: string }
    /** The machine's only timer. */
    | { readonly type: 'timerFired' }
    /** The hub ends. */
    | { readonly type: 'stop' }
    /** The act under way ended in an error, which is its answer. */
    | { readonly type: 'broken' }
  );
export type LockEventType = LockEvent['type'];
/** The event of this type. */
export type LockEventOf<Type extends LockEventType> = Extract<LockEvent, { readonly type: Type }>;

/** Why an act was refused, where nothing more is to be said about it. */
export type PlainRefusal =
  | 'unconfirmed'
  | 'display'
  | 'exists'
  | 'weak'
  | 'owesUnsent'
  | 'needsPlatform'
  | 'tooOld'
  | 'maybeTooOld'
  | 'noLock'
  | 'noPin'
  | 'closed'
  | 'overtaken'
  | 'lastWrong';
/** Why an act was refused; the hub has the words (workers/hub/lock/lockRefusals.ts). */
export type LockRefusal =
  | { readonly why: PlainRefusal }
  | { readonly why: 'pause'; readonly waitMs: number }
  | { readonly why: 'wrong'; readonly left: number; readonly lock: Pick<LockRecord, 'kind' | 'digits'> }
  | { readonly why: 'failed'; readonly problem: Problem };

/** Executed in this order; each has ended before the next begins, unless nothing waits for it (`note`, `rememberAnew`, `tellRight`). */
export type LockEffect =
  /** Make the data key and the record of a new lock from the secret of the act; answer with `made`. */
  | { readonly type: 'make' }
  /** Durable: a new lock, or null to remove the one that stands; answer with `put`. */
  | { readonly type: 'put'; readonly lock: LockRecord | null }
  /** Durable: a change of the lock that stands; a removed one stays removed. Answer with `written`. */
  | { readonly type: 'write'; readonly purpose: Purpose; readonly change: Partial<LockRecord>; readonly answers: boolean }
  /** The same, but nothing waits for it and nothing is reported. */
  | { readonly type: 'note'; readonly change: Partial<LockRecord> }
  /** Try the secret of the act: open the key, or wrap it anew with the new secret. Answer with `tried`. */
  | { readonly type: 'try'; readonly lock: LockRecord; readonly rewraps: boolean }
  | { readonly type: 'askPlatform'; readonly wrong: number }
  | { readonly type: 'tellRight' }
  /** The key of the session is readable with this key from now on. */
  | { readonly type: 'holdKey'; readonly key: LockKey }
  /** Everything that was readable with it leaves the memory. */
  | { readonly type: 'dropKey' }
  /** There is no lock any more. */
  | { readonly type: 'freeKey' }
  | { readonly type: 'tellPages'; readonly key: LockKey | null }
  | { readonly type: 'publish' }
  /** The lock was not given up after all. */
  | { readonly type: 'keepNoRemains'; readonly userId: string }
  /** Tell the session who is behind the lock; ends when it has let them in. */
  | { readonly type: 'letIn'; readonly key: LockKey }
  | { readonly type: 'rememberAnew' }
  /** Judge a secret that was right by today's rules; answer with `strengthened` if something is to change. */
  | { readonly type: 'strengthen'; readonly lock: LockRecord }
  /** Bring the rows into the form that `rows` asks for. `isNew`: the lock was just set up. Answer with `rowsBrought`. */
  | {
      readonly type: 'bringRows';
      readonly lockId: string;
      readonly rows: 'sealing' | 'opening';
      readonly key: LockKey;
      readonly isNew: boolean;
      readonly answers: boolean;
    }
  | { readonly type: 'lockSession' }
  /** Mark what waits to be sent, end the session and let its rows go; answer with `givenUp`. */
  | { readonly type: 'giveUp'; readonly lock: LockRecord; readonly refusal: LockRefusal | null }
  /** Replaces the timer set before. */
  | { readonly type: 'schedule'; readonly delayMs: number }
  | { readonly type: 'cancel' }
  /** Answers the act under way; exactly once for each. Null: done. */
  | { readonly type: 'answer'; readonly refusal: LockRefusal | null };

/** Result of one event: the next state, and what the hub must do in this order. */
export interface LockStep {
  readonly state: LockState;
  readonly effects: readonly LockEffect[];
}

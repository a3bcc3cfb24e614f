import type { LockKey } from '../../src/contracts/lock.ts';
import type { Problem } from '../../src/contracts/problem.ts';
import { initialLock, stepLock } from '../../src/domain/lock/machine.ts';
import type { LockRecord } from '../../src/domain/lock/record.ts';
import { lostTries, triesAtMost } from '../../src/domain/lock/tries.ts';
import type { LockEffect, LockEvent, LockEventOf, LockStamp, LockState } from '../../src/domain/lock/types.ts';
import { confirmedStamp, lockRecord } from './lockSituations.ts';

/** A key that tells which lock it opens. */
interface KnownKey extends LockKey {
  readonly of: string;
}
type Unstamped<E> = E extends unknown ? Omit<E, keyof LockStamp> : never;
type News = Unstamped<LockEvent>;
/** A list of effects that is performed in order; the first one is awaited. */
type Run = LockEffect[];

const full: Problem = { code: 'storage', message: 'in words', retry: true };

/** What a device asks of the user. */
export type ActOnDevice = 'setUp' | 'open' | 'change' | 'takeOff' | 'close' | 'startAnew' | 'resume';

/**
 * The machine on a device whose disk may refuse, whose effects end in any order that the hub allows, and whose browser may end at any
 * moment. What must never be is noted in `broken`.
 */
export class LockDevice {
  state: LockState = initialLock;
  disk: LockRecord | null = null;
  readonly broken: string[] = [];
  /** The act that waits for its answer. */
  act: { readonly kind: ActOnDevice; readonly isRight: boolean; readonly closings: number } | null = null;
  private now = confirmedStamp.now;
  private isIn = true;
  private closings = 0;
  private runs: Run[] = [];
  /** Writes in order; `run` waits for its own. */
  private queue: { readonly effect: Extract<LockEffect, { readonly type: 'put' | 'write' | 'note' }>; readonly run: Run | null }[] = [];
  private locks = 0;
  /** Wrong secrets since the last right one, over restarts, by lock. */
  private readonly wrongs = new Map<string, number>();
  /** Locks whose count was found tampered with, and that were not opened since. */
  private readonly unknown = new Set<string>();

  begin(isTampered = false): void {
    this.state = initialLock;
    this.runs = [];
    this.queue = [];
    this.act = null;
    if (isTampered && this.disk !== null) this.disk = { ...this.disk, tries: lostTries };
    if (this.disk?.tries.lost === true) this.unknown.add(this.disk.id);
    this.tell({ type: 'recalled', lock: this.disk });
  }

  ask(kind: ActOnDevice, isRight: boolean): void {
    if (this.act !== null) return;
    this.act = { kind, isRight, closings: this.closings };
    this.tell(this.newsOf(kind, isRight));
  }

  private newsOf(kind: ActOnDevice, isRight: boolean): News {
    const lockId = 'lock' in this.state ? this.state.lock.id : 'none';
    if (kind === 'setUp') return { type: 'setUp', userId: 'u1', isDisplay: false, isWeak: false, owesUnsent: false };
    if (kind === 'change') return { type: 'change', isWeak: false };
    const key: KnownKey = { extractable: false, of: isRight ? lockId : 'another' };
    return kind === 'resume' ? { type: 'resume', lockId: key.of, key } : { type: kind };
  }

  leave(reason: LockEventOf<'left'>['reason']): void {
    this.isIn = reason === 'tenant' || reason === 'role';
    if (!this.isIn && reason !== 'expired') this.closings += 1;
    this.tell({ type: 'left', reason });
  }

  comeIn(userId: string): void {
    this.isIn = true;
    this.tell({ type: 'entered', userId });
  }

  rowsGo(): void {
    this.tell({ type: 'ownerGone', userId: 'u1' });
  }

  pass(ms: number): void {
    this.now += ms;
  }

  fireTimer(): void {
    this.tell({ type: 'timerFired' });
  }

  end(): void {
    this.closings += 1;
    this.tell({ type: 'stop' });
  }

  /** One more awaited effect ends: of the run with this number, as `ok` says. False if none is left. */
  goOn(number: number, ok: boolean, count: number): boolean {
    const waiting = this.runs.filter((run) => !isOfDisk(run[0]));
    if (waiting.length === 0 || number % 2 === 1) {
      if (this.write(ok)) return true;
    }
    const run = waiting[number % Math.max(1, waiting.length)];
    if (run === undefined) return false;
    const effect = run.shift();
    if (effect !== undefined) this.finish(effect, run, ok, count);
    this.flow(run);
    return true;
  }

  get isQuiet(): boolean {
    return this.runs.length === 0 && this.queue.length === 0;
  }

  private write(ok: boolean): boolean {
    const head = this.queue.shift();
    if (head === undefined) return false;
    const { effect, run } = head;
    if (ok && effect.type === 'put') this.disk = effect.lock;
    if (ok && effect.type !== 'put' && this.disk !== null) this.disk = { ...this.disk, ...effect.change };
    if (run === null) return true;
    run.shift();
    const problem = ok ? null : full;
    if (effect.type === 'put') this.tell({ type: 'put', problem }, run);
    if (effect.type === 'write') this.tell({ ...effect, type: 'written', problem }, run);
    return true;
  }

  private tell(news: News, run: Run | null = null): void {
    const before = this.state;
    const stamp: LockStamp = { ...confirmedStamp, now: this.now, platformNow: this.now, confirmedAt: this.now };
    const event = { ...news, ...stamp, ...(this.isIn ? {} : { signedIn: 'no', hasStore: false }) } as LockEvent; // the union, with its stamp restored
    const step = stepLock(before, event);
    this.state = step.state;
    this.judge(before, event);
    if (run === null) {
      const own = [...step.effects];
      this.runs.push(own);
      this.flow(own);
    } else run.unshift(...step.effects);
    if (run !== null) this.flow(run);
  }

  /** Performs what nobody waits for, up to the next effect that is awaited. */
  private flow(run: Run): void {
    for (let effect = run[0]; effect !== undefined; [effect] = run) {
      if (effect.type === 'put' || effect.type === 'write') {
        const queued = effect;
        if (!this.queue.some((held) => held.effect === queued)) this.queue.push({ effect: queued, run });
        return;
      }
      if (awaited.has(effect.type)) return;
      run.shift();
      if (effect.type === 'note') this.queue.push({ effect, run: null });
      if (effect.type === 'answer') {
        if (this.act === null) this.broken.push('answered an act that nobody waits for');
        this.act = null;
      }
    }
    this.runs = this.runs.filter((held) => held !== run);
  }

  private finish(effect: LockEffect, run: Run, ok: boolean, count: number): void {
    const problem = ok ? null : full;
    switch (effect.type) {
      case 'make': {
        this.locks += 1;
        const id = `l${this.locks}`;
        const key: KnownKey = { extractable: false, of: id };
        return this.tell({ type: 'made', lock: { ...lockRecord, id, rows: 'sealing' }, key }, run);
      }
      case 'try':
        return this.tryOne(effect, run);
      case 'askPlatform':
        return this.tell({ type: 'platformCounted', wrong: count }, run);
      case 'strengthen':
        if (ok) this.tell({ type: 'strengthened', from: effect.lock, change: { weak: true } }, run);
        return;
      case 'bringRows': {
        const { lockId, rows, answers } = effect;
        return this.tell({ type: 'rowsBrought', lockId, rows, answers, problem }, run);
      }
      case 'lockSession':
        if (ok) this.leave('locked');
        return this.tell({ type: 'sessionLocked' }, run);
      case 'giveUp':
        this.leave('user');
        if (count % 2 === 1) this.rowsGo();
        return this.tell({ type: 'givenUp', problem, refusal: effect.refusal }, run);
      case 'letIn':
        this.isIn = true;
        return;
      default:
        return;
    }
  }

  private tryOne({ lock, rewraps }: Extract<LockEffect, { readonly type: 'try' }>, run: Run): void {
    const wrong = (this.wrongs.get(lock.id) ?? 0) + (this.act?.isRight === true ? 0 : 1);
    if (this.disk?.id === lock.id && this.disk.tries.wrong < wrong) this.broken.push('tried before it was counted');
    if (wrong > triesAtMost) this.broken.push('an eleventh try');
    this.wrongs.set(lock.id, this.act?.isRight === true ? 0 : wrong);
    if (this.act?.isRight !== true) return this.tell({ type: 'tried', opened: null }, run);
    this.unknown.delete(lock.id);
    const key: KnownKey = { extractable: false, of: lock.id };
    return this.tell({ type: 'tried', opened: rewraps ? { change: { wrapped: `w${this.now}` } } : { key } }, run);
  }

  /** What is so after every event, whatever it was. */
  private judge(before: LockState, event: LockEvent): void {
    const { state } = this;
    const key = keyOf(state);
    if (key !== null && 'lock' in state && key.of !== state.lock.id) this.broken.push('a key of another lock');
    if (key !== null && keyOf(before) === null) this.judgeOpening(before, event);
    const closes = event.type === 'stop' || (event.type === 'left' && !['tenant', 'role', 'expired'].includes(event.reason));
    if (closes && key !== null) this.broken.push('a key after closing');
    if ('lock' in state && this.unknown.has(state.lock.id) && state.lock.tries.wrong < triesAtMost - 1)
      this.broken.push('an unknown count taken for a small one');
    const isUncounted = event.type === 'written' && event.purpose === 'count' && event.problem !== null;
    if (isUncounted && 'trial' in before && 'lock' in state && state.lock.tries.wrong >= before.trial.counted.wrong)
      this.broken.push('counted a try that was never made');
    if (before.name === 'opening' && event.type === 'platformCounted' && before.lock.tries.wrong >= triesAtMost && state.name !== 'lost')
      this.broken.push('a tenth wrong try that takes nothing');
  }

  private judgeOpening(before: LockState, event: LockEvent): void {
    const bySecret = event.type === 'tried' && event.opened !== null && this.act?.kind === 'open' && this.act.isRight;
    const byPage = event.type === 'resume' && 'lock' in before && before.lock.shut !== true && event.lockId === before.lock.id;
    const bySetUp = event.type === 'put' && before.name === 'settingUp' && event.problem === null;
    if (!bySecret && !byPage && !bySetUp) this.broken.push(`opened by ${event.type}`);
    if (!byPage && this.act?.closings !== this.closings) this.broken.push('opened late');
  }
}

const keyOf = (state: LockState): KnownKey | null => ('key' in state ? (state.key as KnownKey | null) : null); // no other is made here
const awaited = new Set<LockEffect['type']>([
  'make',
  'try',
  'askPlatform',
  'freeKey',
  'tellPages',
  'letIn',
  'strengthen',
  'bringRows',
  'lockSession',
  'giveUp',
]);
const isOfDisk = (effect: LockEffect | undefined): boolean => effect?.type === 'put' || effect?.type === 'write';

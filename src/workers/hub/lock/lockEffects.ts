import type { LockAct, LockKey } from '../../../contracts/lock.ts';
import type { Problem, Result } from '../../../contracts/problem.ts';
import type { LockOwner } from '../../../domain/lock/pin.ts';
import type { LockEffect, LockEvent, LockRefusal, LockStamp } from '../../../domain/lock/types.ts';
import type { WriteStore } from '../../../store/types.ts';
import type { LockDisk } from './lockDisk.ts';
import type { LockDeps } from './lockFace.ts';
import { createRowsWork } from './lockRows.ts';
import { createSecretWork } from './lockSecrets.ts';
import { openRemembered, rememberAnew, type SessionKey } from './encryptedSession.ts';

/** An event without its stamp, which the runner adds. */
export type LockNews = LockEvent extends infer Event ? (Event extends LockStamp ? Omit<Event, keyof LockStamp> : never) : never;

/** What the effects need of the machine's runner (lock.ts). */
export interface LockRunner {
  /** Resolves when everything that the machine orders upon it was performed. */
  readonly send: (news: LockNews) => Promise<void>;
  readonly disk: LockDisk;
  /** The act under way. */
  readonly act: () => LockAct | null;
  readonly answer: (refusal: LockRefusal | null) => void;
  readonly publish: () => void;
  readonly owner: () => LockOwner;
  readonly sessionKey: () => SessionKey;
  /** The store with the rows of the act under way, or of the person who is coming in. */
  readonly store: (isAct: boolean) => WriteStore;
}

/** The browser's key: the runner and its effects put no other into the machine. */
export const cryptoKey = (key: LockKey): CryptoKey => key as CryptoKey;

const problemOf = (outcome: Result<null>): Problem | null => (outcome.ok ? null : outcome.problem);

/** Performs single effects; decides nothing. Resolves when the next effect may begin. */
export function createLockEffects(deps: LockDeps, runner: LockRunner): (effect: LockEffect) => Promise<void> | void {
  const { send, disk } = runner;
  const { session, device } = deps;
  let cancelTimer = () => {};
  const remember = () => rememberAnew(deps.meta, runner.sessionKey, session().state());
  const bring = createRowsWork(deps, remember);
  const secrets = createSecretWork(deps, runner);

  const letIn = async (key: CryptoKey): Promise<void> => {
    session().send({ type: 'unlocked', session: await openRemembered(deps.meta, key) });
    await session().settled();
  };
  const lockSession = async (): Promise<void> => {
    session().send({ type: 'lockNow', parks: await device.isBound() });
    await session().settled();
    await send({ type: 'sessionLocked' });
  };
  const giveUp = async ({ lock, refusal }: Extract<LockEffect, { readonly type: 'giveUp' }>): Promise<void> => {
    const state = session().state();
    const holder = state.name === 'signedIn' ? state : state.remembered;
    await deps.givenUp.keep(lock, holder?.tenant.tenantId ?? null);
    session().send({ type: 'lockLost' });
    await session().settled();
    await send({ type: 'givenUp', problem: problemOf(await deps.givenUp.kept()), refusal });
  };

  const put = async (lock: Parameters<LockDisk['put']>[0]): Promise<void> =>
    send({ type: 'put', problem: problemOf(await disk.put(lock)) });
  const write = async ({ purpose, change, answers }: Extract<LockEffect, { readonly type: 'write' }>): Promise<void> =>
    send({ type: 'written', purpose, change, answers, problem: problemOf(await disk.amend(change)) });
  const askPlatform = async (count: number): Promise<void> =>
    send({ type: 'platformCounted', wrong: await deps.platformTries.wrong(count) });
  const bringRows = async (work: Extract<LockEffect, { readonly type: 'bringRows' }>): Promise<void> => {
    const { lockId, rows, answers } = work;
    const problem = await bring(work, cryptoKey(work.key), runner.store(answers));
    await send({ type: 'rowsBrought', lockId, rows, answers, problem });
  };

  return (effect) => {
    switch (effect.type) {
      case 'make':
        return secrets.make();
      case 'try':
        return secrets.tryIt(effect);
      case 'strengthen':
        return secrets.strengthen(effect.lock);
      case 'put':
        return put(effect.lock);
      case 'write':
        return write(effect);
      case 'note':
        return void disk.amend(effect.change);
      case 'askPlatform':
        return askPlatform(effect.wrong);
      case 'tellRight':
        return deps.platformTries.right();
      case 'holdKey':
        return device.opened(cryptoKey(effect.key));
      case 'dropKey':
        return device.closed();
      case 'freeKey':
        return device.unlockedForGood();
      case 'tellPages':
        return deps.tellPages(effect.key === null ? null : cryptoKey(effect.key));
      case 'publish':
        return runner.publish();
      case 'keepNoRemains':
        return void deps.givenUp.forget(effect.userId);
      case 'letIn':
        return letIn(cryptoKey(effect.key));
      case 'rememberAnew':
        return void remember().catch(() => {}); // written encrypted at the next confirmation
      case 'bringRows':
        return bringRows(effect);
      case 'lockSession':
        return lockSession();
      case 'giveUp':
        return giveUp(effect);
      case 'schedule':
        cancelTimer();
        cancelTimer = deps.setTimer(effect.delayMs, () => void send({ type: 'timerFired' }));
        return;
      case 'cancel':
        return cancelTimer();
      case 'answer':
        return runner.answer(effect.refusal);
      default:
        return effect satisfies never;
    }
  };
}

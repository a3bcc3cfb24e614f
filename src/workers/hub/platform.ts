import type { KillSwitch } from '../../contracts/killSwitch.ts';
import type { ConfigResponse } from '../../contracts/platformConfig.ts';
import type { NamedUser, Tenant } from '../../contracts/session.ts';
import type { HubStatus } from '../../contracts/rpc.ts';
import type { Problem, Result } from '../../contracts/problem.ts';
import { type Spoken, speaksWith } from '../../contracts/version.ts';
import type { Call } from '../../domain/api/client.ts';
import { isOlderBuild } from '../../domain/build.ts';
import { oneAtATime } from './oneAtATime.ts';
import type { MetaStore } from '../../store/types.ts';
import type { StatusBoard } from './statusBoard.ts';

/** Platform-wide state: configuration, minimum build, kill switch. */
export interface Platform {
  /** Fetches the configuration again; a failure leaves what is known. */
  readonly refresh: () => Promise<void>;
  /** Restores what the platform last said about its clock mode, for a start without it (D-16). */
  readonly recall: () => Promise<void>;
  readonly tenantOf: (user: NamedUser) => Promise<Result<Tenant>>;
  readonly minimumBuild: (build: string) => void;
  /** The protocol versions the platform speaks. If none matches, the user is told to reload (D-30). */
  readonly spoken: (theirs: Spoken) => void;
  /**
   * Restores the stored kill switch for a start without the platform: if it was on, it is shown as it was, in doubt, until the platform
   * says where it stands. Ignored once the platform has spoken.
   */
  readonly remembered: (killSwitch: KillSwitch) => void;
  /** A kill switch event of the control topic. Ignored if older than what is known. */
  readonly heard: (killSwitch: KillSwitch) => void;
  /**
   * Asks for the kill switch: a console that starts or was disconnected may have missed the event. The stored state is in doubt until the
   * platform answers, and the call is repeated until it does: a working stream says nothing about an earlier change.
   */
  readonly askSwitch: () => Promise<void>;
  /** Asks who pulled it and why, after a refusal showed that it is on. An answer that it is off is ignored: the refusal is newer. */
  readonly askWhoPulled: () => Promise<void>;
  /** Another person or tenant: drops what was known of the switch. */
  readonly left: () => void;
  /**
   * The platform answers from other data, or from an earlier state of its own: its switch versions start again, so the switch is asked
   * for.
   */
  readonly otherLog: () => void;
  /** A change was refused with 423: the kill switch is on, though it is not known who pulled it (D-23). */
  readonly readOnly: (now: number) => void;
  /** A change was accepted: a state inferred from refusals is over. */
  readonly accepted: () => void;
}

/** Stores the platform's mode between starts. */
type ModeStore = Pick<MetaStore, 'readSimulation' | 'writeSimulation'>;

/**
 * How long a refusal counts as read-only mode, milliseconds. A waiting command is retried every 30 s and renews it; with none waiting,
 * nothing would report the release, and an outdated state must not be shown.
 */
export const refusalCountsMs = 90_000;

/** What the device stores about the kill switch. */
interface SwitchMemory {
  /** Stores the platform's statement, for a start without the platform. */
  readonly keep: (killSwitch: KillSwitch) => void;
  /** Stores that the kept state may be outdated, and why the current one is unknown. */
  readonly doubt: (why: Problem) => void;
}

/** How soon to ask for the kill switch again after a failed request, milliseconds. */
export const switchAgainMs = 10_000;

/** The switch as the status board holds it: null while released. */
function pulledOf({ active, reason, by, byId, since, version }: KillSwitch): HubStatus['killSwitch'] {
  return active ? { active, reason, by, ...(byId === undefined ? {} : { byId }), since: since ?? '', version } : null;
}

const notAskedYet: Problem = { code: 'network', message: 'The platform has not reported the state of its kill switch since.', retry: true };

/** Knows nothing until it is restored or asked. */
export function createPlatform(
  call: Call<AbortSignal>,
  board: StatusBoard,
  build: string,
  modes: ModeStore,
  setTimer: (delayMs: number, run: () => void) => () => void,
  { keep, doubt }: SwitchMemory,
): Platform {
  let config: ConfigResponse | null = null;
  let stopDoubting = () => {};
  let stopAsking = () => {};
  /** A switch reported by the platform names who pulled it, and only the platform withdraws it. One inferred from refusals has no name. */
  const isInferred = () => board.get().killSwitch?.by === '';
  let known = -1;
  /** Counts session contexts and event logs: an answer requested in an earlier one is ignored. */
  let stays = 0;
  const heard = (killSwitch: KillSwitch) => {
    if (killSwitch.version < known) return;
    known = killSwitch.version;
    stopDoubting();
    stopAsking();
    keep(killSwitch);
    board.set({ killSwitch: pulledOf(killSwitch), switchDoubt: false });
  };
  const accepted = () => {
    stopDoubting();
    if (isInferred()) board.set({ killSwitch: null });
  };
  const ask = async (counts: (killSwitch: KillSwitch) => boolean): Promise<Problem | null> => {
    const asked = stays;
    const answer = await call('killSwitch');
    if (asked !== stays) return null;
    if (answer.ok && counts(answer.value.value)) heard(answer.value.value);
    return answer.ok ? null : answer.problem;
  };
  const minimumBuild = (minimum: string) => board.set({ buildTooOld: board.get().buildTooOld || isOlderBuild(build, minimum) });
  const spoken = (theirs: Spoken) => board.set({ buildTooOld: board.get().buildTooOld || !speaksWith(theirs) });
  const refresh = async (): Promise<void> => {
    const answer = await call('config');
    if (!answer.ok || answer.value.cachedAt !== null) return;
    config = answer.value.value;
    const simulation = { mode: config.simulation, businessTime: config.businessTime };
    board.set({ simulation });
    minimumBuild(config.minimumBuild);
    if (config.protocol !== undefined) spoken(config.protocol);
    await modes.writeSimulation(simulation);
  };
  const begin = (): void => {
    stays += 1;
    known = -1;
    stopAsking();
    board.set({ switchDoubt: true });
  };
  const askUntilTold = oneAtATime(async () => {
    const failed = await ask(() => true);
    if (failed === null) return;
    doubt(failed);
    // A platform that follows only the base documents has no such call and nothing to halt: without this, every state would stay unknown
    // for ever.
    if (failed.code === 'not_found') board.set({ switchDoubt: false });
    stopAsking();
    stopAsking = setTimer(switchAgainMs, () => void askUntilTold());
  });
  const askSwitch = (): Promise<void> => {
    doubt(notAskedYet);
    board.set({ switchDoubt: true });
    return askUntilTold();
  };
  /** An expired refusal does not mean a release: asks where the switch stands; it is unknown until answered. */
  const forget = () => {
    accepted();
    void askSwitch();
  };
  return {
    refresh: oneAtATime(refresh),
    recall: async () => {
      const kept = await modes.readSimulation();
      if (kept.ok && kept.value !== null && board.get().simulation === null) board.set({ simulation: kept.value });
    },
    tenantOf: (user) => tenantOf(call, () => config, user),
    minimumBuild,
    spoken,
    remembered: (killSwitch) => {
      if (killSwitch.active && known === -1 && board.get().killSwitch === null)
        board.set({ killSwitch: pulledOf(killSwitch), switchDoubt: true });
    },
    heard,
    askSwitch,
    askWhoPulled: oneAtATime(async () => {
      await ask(({ active }) => active);
    }),
    left: () => {
      begin();
      stopDoubting();
    },
    otherLog: () => {
      begin();
      void askSwitch();
    },
    readOnly: (now) => {
      if (board.get().killSwitch === null)
        board.set({ killSwitch: { active: true, reason: '', by: '', since: new Date(now).toISOString(), version: 0 } });
      // The refusal shows that it is on now, whatever was in doubt.
      board.set({ switchDoubt: false });
      stopDoubting();
      if (isInferred()) stopDoubting = setTimer(refusalCountsMs, forget);
    },
    accepted,
  };
}

/** The tenant of an account; of one that has none of its own, the platform's default (C-1). */
async function tenantOf(call: Call<AbortSignal>, config: () => ConfigResponse | null, user: NamedUser): Promise<Result<Tenant>> {
  if (user.tenantId === undefined) {
    const known = config();
    if (known !== null) return { ok: true, value: known.tenant };
    const answer = await call('config');
    return answer.ok ? { ok: true, value: answer.value.value.tenant } : answer;
  }
  const answer = await call('tenants', { tenantId: user.tenantId, accountId: user.id });
  if (!answer.ok) return answer;
  const known = config();
  const tenant =
    answer.value.value.tenants.find((candidate) => candidate.tenantId === user.tenantId) ??
    (known?.tenant.tenantId === user.tenantId ? known.tenant : null);
  if (tenant !== null) return { ok: true, value: tenant };
  return { ok: false, problem: { code: 'bad_shape', message: 'The platform does not name the tenant of this account.', retry: false } };
}

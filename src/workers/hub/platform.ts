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

/** What is the same for everybody on this platform: its configuration, its minimum build, its kill switch. */
export interface Platform {
  /** Asks for the configuration again; a failure leaves what is known. */
  readonly refresh: () => Promise<void>;
  /** What the platform last said of its clock, for a start without it (D-16). */
  readonly recall: () => Promise<void>;
  readonly tenantOf: (user: NamedUser) => Promise<Result<Tenant>>;
  readonly minimumBuild: (build: string) => void;
  /** Which versions of the wire the platform speaks. Where the two do not speak together, the person is told to reload (D-30). */
  readonly spoken: (theirs: Spoken) => void;
  /**
   * Where the kill switch stood when this device last heard, for a start without the platform: pulled, it is told of as it was then, in doubt, until the platform says where
   * it stands. Nothing once the platform has spoken.
   */
  readonly remembered: (killSwitch: KillSwitch) => void;
  /** What the control topic says of the kill switch. Older than what is known already, it says nothing. */
  readonly heard: (killSwitch: KillSwitch) => void;
  /**
   * Asks where the kill switch stands: a console that opens, or was cut off, may have missed the event that told of it. What is kept of the switch is in doubt until
   * the platform has said so, and it is asked again until it has: a stream that is heard says nothing of a switch that was moved before.
   */
  readonly askSwitch: () => Promise<void>;
  /** Asks who pulled it and why, after a refusal told of it. That it is off says nothing then: the refusal is the newer word of the two. */
  readonly askWhoPulled: () => Promise<void>;
  /** Another person, another tenant: what was known of the switch is nothing of theirs. */
  readonly left: () => void;
  /** The platform answers from other data, or from an earlier state of its own: how often its switch was moved is counted anew, and where it stands is asked. */
  readonly otherLog: () => void;
  /** A change was refused with 423: the kill switch is on, though nobody has said by whom (D-23). */
  readonly readOnly: (now: number) => void;
  /** A change was accepted: what only refusals had told of is over. */
  readonly accepted: () => void;
}

/** Where the platform's mode is kept between starts. */
type ModeStore = Pick<MetaStore, 'readSimulation' | 'writeSimulation'>;

/**
 * How long a refusal says that the platform is read-only, milliseconds. While something waits to be sent it is asked again every 30 s and
 * the refusal renewed; when nothing waits, nobody would learn of the release, and what is not known any more must not be shown.
 */
export const refusalCountsMs = 90_000;

/** What the device keeps of the kill switch. */
interface SwitchMemory {
  /** Writes down what the platform said of it, for a start without the platform. */
  readonly keep: (killSwitch: KillSwitch) => void;
  /** Writes down that what is kept may be older than the switch's last move, and why that is not known. */
  readonly doubt: (why: Problem) => void;
}

/** How soon it is asked again where the kill switch stands, after an answer that did not come, milliseconds. */
export const switchAgainMs = 10_000;

/** The switch as the board has it: null while it is released. */
function pulledOf({ active, reason, by, byId, since, version }: KillSwitch): HubStatus['killSwitch'] {
  return active ? { active, reason, by, ...(byId === undefined ? {} : { byId }), since: since ?? '', version } : null;
}

const notAskedYet: Problem = { code: 'network', message: 'The platform has not said since where its kill switch stands.', retry: true };

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
  /** A switch that the platform has told of by itself names who pulled it; only the platform takes that one back. */
  const isInferred = () => board.get().killSwitch?.by === '';
  let known = -1;
  /** Counts the stays, and the logs in them: an answer that was asked for in another one is not for this. */
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
  /** Where somebody works who has no tenant of their own (C-1). */
  const defaultTenant = async (): Promise<Result<Tenant>> => {
    if (config !== null) return { ok: true, value: config.tenant };
    const answer = await call('config');
    return answer.ok ? { ok: true, value: answer.value.value.tenant } : answer;
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
    // A platform built to the documents has no such call, and nothing that it could halt: asking it for ever would leave every state unknown.
    if (failed.code === 'not_found') board.set({ switchDoubt: false });
    stopAsking();
    stopAsking = setTimer(switchAgainMs, () => void askUntilTold());
  });
  const askSwitch = (): Promise<void> => {
    doubt(notAskedYet);
    board.set({ switchDoubt: true });
    return askUntilTold();
  };
  /** A refusal that counts no longer says nothing of a release: where the switch stands is asked, and not known until it is told. */
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
    tenantOf: async (user) => {
      if (user.tenantId === undefined) return defaultTenant();
      const answer = await call('tenants', { tenantId: user.tenantId, accountId: user.id });
      if (!answer.ok) return answer;
      const tenant =
        answer.value.value.tenants.find((candidate) => candidate.tenantId === user.tenantId) ??
        (config?.tenant.tenantId === user.tenantId ? config.tenant : null);
      if (tenant !== null) return { ok: true, value: tenant };
      return { ok: false, problem: { code: 'bad_shape', message: 'The platform does not name the tenant of this account.', retry: false } };
    },
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
      // The refusal says that it is on now, whatever was in doubt.
      board.set({ switchDoubt: false });
      stopDoubting();
      if (isInferred()) stopDoubting = setTimer(refusalCountsMs, forget);
    },
    accepted,
  };
}

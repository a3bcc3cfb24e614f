import { useState } from 'react';
import { useAct } from '../../bridge/acts/useAct.ts';
import type { DraftLeft } from '../../contracts/draft.ts';
import { useObstacle } from '../../bridge/acts/useObstacle.ts';
import type { Command } from '../../contracts/outbox.ts';
import { type SubjectOf, titleOf } from '../../domain/commands/commands.ts';
import { type Obstacle, obstacleLabels } from '../../domain/commands/obstacleLabels.ts';
import type { Asked } from '../../domain/commands/row.ts';
import { announce } from '../../ui/feedback/LiveRegion.tsx';
import { toast } from '../../ui/feedback/Toaster.tsx';

/** A decision made on this screen: queued and confirmed to the user, or why it could not be. */
interface Deciding {
  readonly keeping: boolean;
  /** What is missing in the form, or why the command could not be stored. */
  readonly failure: string | null;
  readonly setMissing: (words: string) => void;
  /** The user has changed what `failure` was about. */
  readonly touched: () => void;
  /** Why it cannot be decided on its subject as shown; null if it can. */
  readonly obstacleOf: <C extends Asked>(asked: C, subject: SubjectOf<C['kind']>) => Obstacle | null;
  /** Queues it, or shows what stands against it. */
  readonly decide: <C extends Asked>(asked: C, subject: SubjectOf<C['kind']>) => void;
}

/** Confirms to the user that a command is stored on this device. `waits`: what it waits for; null if it is sent at once. */
export function tellKept(command: Command, waits: string | null): void {
  if (waits === null) announce(titleOf(command));
  else toast({ tone: 'info', title: `Kept on this device: ${titleOf(command)}`, text: waits });
}

/**
 * Queues a command from this screen and confirms it to the user.
 * @param kept called once the command is stored on the device
 * @param leaves what stays of the form that it is decided in
 */
export function useDecide(kept?: () => void, leaves?: () => DraftLeft | undefined): Deciding {
  const obstacleOf = useObstacle();
  const [missing, setMissing] = useState<string | null>(null);
  const { busy, problem, run, reset } = useAct({
    route: 'outbox',
    commands: (command: Command) => [command],
    ...(leaves !== undefined && { leaves }),
    done: ({ waits }, { value }) => {
      tellKept(value, waits);
      kept?.();
    },
  });
  return {
    keeping: busy,
    failure: missing ?? problem?.message ?? null,
    setMissing,
    touched: () => {
      setMissing(null);
      reset();
    },
    obstacleOf,
    decide: (asked, subject) => {
      const obstacle = obstacleOf(asked, subject);
      setMissing(obstacle && `${obstacleLabels(obstacle)}.`);
      if (obstacle === null) void run(asked as Command); // it has its version: without one there is an obstacle
    },
  };
}

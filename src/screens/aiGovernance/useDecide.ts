import { useState } from 'react';
import { useAct } from '../../bridge/acts/useAct.ts';
import type { DraftLeft } from '../../contracts/draft.ts';
import type { Command } from '../../contracts/outbox.ts';
import { titleOf } from '../../domain/outbox/labels.ts';
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
  readonly decide: (command: Command) => void;
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
export function useDecide(kept?: () => void, leaves?: () => DraftLeft): Deciding {
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
    decide: (command) => {
      setMissing(null);
      void run(command);
    },
  };
}

import { useState } from 'react';
import { useDecide } from '../../bridge/useDecisions.ts';
import type { Command } from '../../contracts/outbox.ts';
import { titleOf } from '../../domain/outbox/labels.ts';
import { announce } from '../../ui/feedback/LiveRegion.tsx';
import { toast } from '../../ui/feedback/Toaster.tsx';

/** Queues a command from this screen and confirms it to the user, or returns why it could not be stored. */
export function useAct(): {
  readonly keeping: boolean;
  readonly failure: string | null;
  readonly setFailure: (words: string | null) => void;
  /** True once the command is stored on the device. */
  readonly act: (command: Command) => Promise<boolean>;
} {
  const { keeping, decide } = useDecide();
  const [failure, setFailure] = useState<string | null>(null);
  const act = async (command: Command): Promise<boolean> => {
    setFailure(null);
    const decided = await decide(command);
    if (!decided.kept) {
      setFailure(decided.message);
      return false;
    }
    if (decided.waits === null) announce(titleOf(command));
    else toast({ tone: 'info', title: `Kept on this device: ${titleOf(command)}`, text: decided.waits });
    return true;
  };
  return { keeping, failure, setFailure, act };
}

import type { Command, CommandKind } from '../../contracts/outbox.ts';
import { agentLabels, overrideLabels } from './agentLabels.ts';
import { deadLetterLabels } from './deadLetterLabels.ts';
import { incidentLabels } from './incidentLabels.ts';
import type { CommandLabels, Labels } from './labelRow.ts';
import { notificationLabels } from './notificationLabels.ts';

/** Texts for every kind; a kind without them does not compile. Apart from the rows, so that only those who show commands load them. */
export const commandLabels = {
  ...deadLetterLabels,
  ...incidentLabels,
  ...overrideLabels,
  ...agentLabels,
  ...notificationLabels,
} satisfies Labels<CommandKind>;

/** The texts of a command. */
export function labelsOf({ kind }: Command): CommandLabels<CommandKind> {
  return commandLabels[kind] as CommandLabels<CommandKind>; // takes commands of this kind only; TypeScript cannot relate the two lookups
}

/** Title of a command: 'Promote DLQ-00317', 'Promote 3 items', 'Resolve INC-0042'. */
export function titleOf(command: Command): string {
  return labelsOf(command).title(command);
}

/** The text written with a command, shown while it waits; null if there is none. */
export function detailOf(command: Command): string | null {
  return labelsOf(command).detail(command);
}

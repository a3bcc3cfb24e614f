import type { Command, CommandKind, CommandOf } from '../../contracts/outbox.ts';
import { plural } from '../format.ts';

/** The texts of one kind of command. */
interface CommandLabels<K extends CommandKind> {
  /** 'Resolve INC-0042'. */
  readonly title: (command: CommandOf<K>) => string;
  /** The text written with it, shown while it waits; null if there is none. */
  readonly detail: (command: CommandOf<K>) => string | null;
  /**
   * Title and sentence once it took effect. They stay until dismissed, so they describe what happened and not the current state. Null if
   * the screen shows the result already.
   */
  readonly done: (command: CommandOf<K>) => { readonly title: string; readonly text: string } | null;
  /** Title of a refusal, and what to add where its items have changed meanwhile; otherwise 'Refused: ' with its title. */
  readonly refused?: (command: CommandOf<K>) => { readonly title: string; readonly drifted: string };
}

const itemsOf = ({ items: [first, ...others] }: CommandOf<'promote'>): string =>
  first !== undefined && others.length === 0 ? first.itemId : plural(others.length + 1, 'item');
const valueOf = ({ overrideValue, justification }: CommandOf<'requestOverride' | 'changeOverride'>): string =>
  `${overrideValue}: ${justification}`;

/** Texts for every kind; a kind without them does not compile. Apart from the rows, so that only those who show commands load them. */
export const commandLabels: { readonly [K in CommandKind]: CommandLabels<K> } = {
  promote: {
    title: (command) => `Promote ${itemsOf(command)}`,
    detail: ({ items }) => (items.length > 1 ? items.map(({ itemId }) => itemId).join(' ') : null),
    done: (command) => ({ title: `${itemsOf(command)} promoted`, text: 'Returned for reprocessing.' }),
    refused: (command) => ({
      title: `${itemsOf(command)} not promoted`,
      drifted: command.items.length > 1 ? ' Nothing was promoted.' : '',
    }),
  },
  acknowledge: {
    title: ({ incidentId }) => `Acknowledge ${incidentId}`,
    detail: () => null,
    done: ({ incidentId }) => ({ title: `${incidentId} acknowledged`, text: 'Its timeline shows that you acknowledged it.' }),
  },
  resolve: {
    title: ({ incidentId }) => `Resolve ${incidentId}`,
    detail: ({ note, despite }) => [note, despite].join('\n').trim(),
    done: ({ incidentId }) => ({ title: `${incidentId} resolved`, text: 'It stays listed, with its timeline.' }),
  },
  note: {
    title: ({ incidentId }) => `Add a note to ${incidentId}`,
    detail: ({ text }) => text,
    done: ({ incidentId }) => ({ title: `Note added to ${incidentId}`, text: 'It is on the timeline.' }),
  },
  raise: {
    title: ({ incidentId, severity }) => `Raise ${incidentId} to ${severity.toUpperCase()}`,
    detail: ({ note }) => note,
    done: ({ incidentId, severity }) => ({
      title: `${incidentId} raised to ${severity.toUpperCase()}`,
      text: 'Wall displays set up for it now show it.',
    }),
  },
  requestOverride: {
    title: ({ about }) => `Request an override of ${about}`,
    detail: valueOf,
    done: () => ({ title: 'Override requested', text: 'Another person approves or rejects it.' }),
  },
  changeOverride: {
    title: ({ overrideId }) => `Change ${overrideId}`,
    detail: valueOf,
    done: ({ overrideId }) => ({ title: `${overrideId} changed`, text: 'The person who decides is shown the change.' }),
  },
  decideOverride: {
    title: ({ overrideId, decision }) => `${decision === 'approve' ? 'Approve' : 'Reject'} ${overrideId}`,
    detail: ({ note }) => (note === '' ? null : note),
    done: ({ overrideId, decision }) =>
      decision === 'approve'
        ? { title: `${overrideId} approved`, text: 'You approved it, and its history says so.' }
        : { title: `${overrideId} rejected`, text: 'You rejected it, and its history says so.' },
  },
  changeAgent: {
    title: ({ agentName, mode, enabled }) => `Set ${agentName} to ${mode}${enabled ? '' : ', disabled'}`,
    detail: ({ reason }) => reason,
    done: ({ agentName, mode, enabled }) => ({
      title: `${agentName} set to ${mode}${enabled ? '' : ', disabled'}`,
      text: 'It is in the audit trail.',
    }),
  },
  markNotifications: {
    title: ({ notificationIds, mark }) => {
      const which = notificationIds.length === 1 ? 'a notification' : plural(notificationIds.length, 'notification');
      return mark === 'read' ? `Mark ${which} as read` : `Dismiss ${which}`;
    },
    detail: () => null,
    // It is marked or gone at once.
    done: () => null,
  },
};

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

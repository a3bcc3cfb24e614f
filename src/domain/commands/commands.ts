import { type Command, commandEndpoints, type CommandKind, type CommandOf } from '../../contracts/outbox.ts';
import { plural } from '../format.ts';
import { agentCommands, overrideCommands } from './agents.ts';
import { deadLetterCommands } from './deadLetters.ts';
import { incidentCommands } from './incidents.ts';
import type { Obstacle } from './obstacleLabels.ts';
import type { Asked, CommandRequest, CommandRow, Decider } from './row.ts';

/** A row for every kind; a kind without one does not compile. */
export type CommandTable = { readonly [K in CommandKind]: CommandRow<K, never> };

/** All kinds. Rows that share something stand in a file of their own. */
export const commands = {
  ...deadLetterCommands,
  ...incidentCommands,
  ...overrideCommands,
  ...agentCommands,
  markNotifications: {
    needs: commandEndpoints.markNotifications.needs,
    screen: 'overview',
    touches: ['notifications'],
    request: ({ notificationIds, mark }) => ({ id: 'markNotifications', input: { body: { notificationIds, mark } } }),
    subjects: ({ notificationIds }) => notificationIds.map((id) => `notification:${id}`),
    // The platform accepts read and dismissed marks in any order, and repeated; notifications that are gone are skipped.
    follows: { markNotifications: true },
    obstacle: (_asked, _subject: null) => null,
    title: ({ notificationIds, mark }) => {
      const which = notificationIds.length === 1 ? 'a notification' : plural(notificationIds.length, 'notification');
      return mark === 'read' ? `Mark ${which} as read` : `Dismiss ${which}`;
    },
    detail: () => null,
    // It is marked or gone at once.
    done: () => null,
  },
} satisfies CommandTable;

/** What a kind of command acts on, as its row judges it. */
export type SubjectOf<K extends CommandKind> = Parameters<(typeof commands)[K]['obstacle']>[1];

/** The row of a command. */
export function rowOf({ kind }: Asked): CommandRow<CommandKind, never> {
  return commands[kind] as CommandRow<CommandKind, never>; // takes commands of this kind only; TypeScript cannot relate the two lookups
}

/** Title of a command: 'Promote DLQ-00317', 'Promote 3 items', 'Resolve INC-0042'. */
export function titleOf(command: Command): string {
  return rowOf(command).title(command);
}

/** The text written with a command, shown while it waits; null if there is none. */
export function detailOf(command: Command): string | null {
  return rowOf(command).detail(command);
}

/** The API call that sends a command. */
export function requestOf(command: Command): CommandRequest {
  return rowOf(command).request(command);
}

/** What a command acts on: of two with a common subject, the later waits for the earlier. */
export function subjectsOf(asked: Asked): readonly string[] {
  return rowOf(asked).subjects(asked);
}

/** What the one who asks knows: a button all of it, the outbox what waits, the platform the subject and the person. */
type Known<Subject> = {
  /** Commands that the platform has not answered. */
  readonly waiting?: readonly Command[];
} & ({ readonly subject: Subject; readonly person: Decider } | { readonly subject?: undefined; readonly person?: undefined });

/** Why a command is not possible now; null if it is. The same rule for buttons, the device's outbox and the platform. */
export function obstacleTo<C extends Asked>(asked: C, { waiting = [], subject, person }: Known<SubjectOf<C['kind']>>): Obstacle | null {
  const earlier = waiting.find((command) => !mayFollow(command, asked));
  if (earlier !== undefined) return { code: 'waiting', earlier };
  if (person === undefined) return null;
  if ('version' in asked && asked.version === undefined) return { code: 'noVersion' };
  const row = rowOf(asked);
  if (!person.permissions.has(row.needs)) return { code: 'role' };
  return row.obstacle(asked, subject as never, person.id); // of this command's kind, by the type of `Known`
}

/** Whether `later` may be queued behind `earlier`. */
function mayFollow(earlier: Command, later: Asked): boolean {
  const taken = new Set(subjectsOf(earlier));
  if (!subjectsOf(later).some((subject) => taken.has(subject))) return true;
  const rule = rowOf(later).follows?.[earlier.kind] as true | ((first: CommandOf<CommandKind>, then: Asked) => boolean) | undefined; // of these two kinds
  return typeof rule === 'function' ? rule(earlier, later) : rule === true;
}

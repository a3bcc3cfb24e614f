import type { CommandKind, CommandOf } from '../../contracts/outbox.ts';

/** The texts of one kind of command. */
export interface CommandLabels<K extends CommandKind> {
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

/** The texts of some kinds of commands. */
export type Labels<Kinds extends CommandKind> = { readonly [K in Kinds]: CommandLabels<K> };

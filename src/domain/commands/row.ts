import type { Permission } from '../../contracts/access.ts';
import type { CommandKind, CommandOf, commandEndpoints } from '../../contracts/outbox.ts';
import type { ResourceKey } from '../../contracts/resources.ts';
import type { z } from '../../contracts/zod.ts';
import type { ScreenId } from '../screens/screens.ts';
import type { Obstacle } from './obstacleLabels.ts';

type Endpoints = typeof commandEndpoints;
/** The names in a path's braces. */
type ParamIn<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamIn<Rest> : never;

/** The parameters that a call's path requires. */
type ParamsOf<Name extends string> = [Name] extends [never] ? object : { readonly params: Readonly<Record<Name, string>> };

/** The API call that sends a command, with the parameters and the body that its path and schema require. */
export type CommandRequest = {
  [Id in keyof Endpoints]: {
    readonly id: Id;
    readonly input: ParamsOf<ParamIn<Endpoints[Id]['path']>> & { readonly body: z.input<Endpoints[Id]['body']> };
  };
}[keyof Endpoints];

/** A command that may be asked about before it can be decided: the row that it is about may come without a version (noVersion.ts). */
export type Asked<K extends CommandKind = CommandKind> = K extends CommandKind
  ? { readonly [Member in keyof CommandOf<K>]: Member extends 'version' ? number | undefined : CommandOf<K>[Member] }
  : never;

/** The person who decides. */
export interface Decider {
  readonly id: string;
  readonly permissions: ReadonlySet<Permission>;
}

/** One kind of command: everything that hub, pages and platform know of it, and its texts. */
export interface CommandRow<K extends CommandKind, Subject> {
  /** What its calls need. */
  readonly needs: Permission;
  /** Where it is decided and its result is shown. */
  readonly screen: ScreenId;
  /** Refetched once it is settled; the stream reports them too, but may be down. */
  readonly touches: readonly ResourceKey[];
  readonly request: (command: CommandOf<K>) => CommandRequest;
  /** What it acts on, as `kind:id`. */
  readonly subjects: (asked: Asked<K>) => readonly string[];
  /**
   * Unsent commands on the same subject behind which it may be queued. Not behind any other: it was decided on data that does not include
   * it, so the platform would refuse one of them.
   */
  readonly follows?: { readonly [Earlier in CommandKind]?: true | ((earlier: CommandOf<Earlier>, later: Asked<K>) => boolean) };
  /** Why it is not possible on its subject; null if it is. The caller's rights are checked before. */
  readonly obstacle: (asked: Asked<K>, subject: Subject, personId: string) => Obstacle | null;
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

/** The rows of some kinds that act on the same thing. */
export type Rows<Kinds extends CommandKind, Subject> = { readonly [K in Kinds]: CommandRow<K, Subject> };

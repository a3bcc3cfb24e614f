/**
 * Which members of an answer a display is sent (G-17). `told`: unchanged, a value or a list of values. `leftOut`: omitted, if the shape
 * has it optional. `instead`: a substitute, if the shape requires it. Objects are decided member by member, lists by item; items after
 * the first `shown` (in the order `listed`, else the answer's) follow `rest`. Anything not decided is omitted.
 */
export type Decision =
  | 'told'
  | 'leftOut'
  | { readonly instead: unknown }
  | { readonly members: Readonly<Record<string, Decision>> }
  | Items<Decision>;

interface Items<Of> {
  readonly each: Of;
  readonly shown?: number;
  readonly rest?: Of;
  // The items belong to this list's own decision; the order function knows their shape.
  readonly listed?: (a: never, b: never) => number;
}

type Value = string | number | boolean | null;
/** Values, or lists of them. */
type Plain = Value | readonly Plain[];

/** The decisions possible for a shape. A new member without a decision does not compile. */
export type DecisionOn<Shape> = { readonly instead: Shape } | Told<Exclude<Shape, null>>;
type Told<Shape> = [Shape] extends [Plain]
  ? 'told' | (Shape extends readonly (infer Item)[] ? Items<DecisionOn<Item>> : never)
  : Shape extends readonly (infer Item)[]
    ? Items<DecisionOn<Item>>
    : { readonly members: MembersOf<Shape> };
/** One decision per member; only an optional member can be left out. */
export type MembersOf<Shape> = {
  readonly [Name in keyof Shape]-?:
    | DecisionOn<Exclude<Shape[Name], undefined>>
    | (Record<never, never> extends Pick<Shape, Name> ? 'leftOut' : never);
};

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null || (Array.isArray(value) && value.every(isPlain));

/** The permitted part of a value; undefined if nothing is permitted. Absent members are not invented. */
export function tell(value: unknown, decision: Decision | undefined): unknown {
  if (decision === undefined || decision === 'leftOut' || value === undefined) return undefined;
  if (decision === 'told') return isPlain(value) ? value : undefined;
  if ('instead' in decision) return decision.instead;
  if (value === null) return null;
  if ('members' in decision) return Array.isArray(value) || typeof value !== 'object' ? undefined : tellMembers(value, decision.members);
  if (!Array.isArray(value)) return undefined;
  const { each, listed, shown = Number.POSITIVE_INFINITY, rest = each } = decision;
  const items = listed === undefined ? value : value.toSorted(listed as (a: unknown, b: unknown) => number); // items of this list
  return items.map((item, place) => tell(item, place < shown ? each : rest)).filter((item) => item !== undefined);
}

function tellMembers(value: object, members: Readonly<Record<string, Decision>>): object {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const told = tell(member, Object.hasOwn(members, name) ? members[name] : undefined);
      return told === undefined ? [] : [[name, told]];
    }),
  );
}

/**
 * What of an answer somebody is told, member by member (G-17). `told`: as it is, a value or a list of values. `leftOut`: not at all, where the shape has it optional. `instead`: what stands in its
 * place, where the shape demands it. Of an object each member is decided on, of a list its items; the items after the first `shown` (in the order `listed`, where it is not the answer's) as `rest`.
 * Whatever is not decided on is not told.
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
  // Items are what the list's own decision is of: the order knows their shape.
  readonly listed?: (a: never, b: never) => number;
}

type Value = string | number | boolean | null;
/** Values, or lists of them. */
type Plain = Value | readonly Plain[];

/** The decisions that there are on a shape. A member that is new to it has none, and does not compile without one. */
export type DecisionOn<Shape> = { readonly instead: Shape } | Told<Exclude<Shape, null>>;
type Told<Shape> = [Shape] extends [Plain]
  ? 'told' | (Shape extends readonly (infer Item)[] ? Items<DecisionOn<Item>> : never)
  : Shape extends readonly (infer Item)[]
    ? Items<DecisionOn<Item>>
    : { readonly members: MembersOf<Shape> };
export type MembersOf<Shape> = {
  readonly [Name in keyof Shape]-?:
    | DecisionOn<Exclude<Shape[Name], undefined>>
    | (Record<never, never> extends Pick<Shape, Name> ? 'leftOut' : never);
};

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null || (Array.isArray(value) && value.every(isPlain));

/** What is told of a value; undefined where nothing is. What is not there is not made up. */
export function tell(value: unknown, decision: Decision | undefined): unknown {
  if (decision === undefined || decision === 'leftOut' || value === undefined) return undefined;
  if (decision === 'told') return isPlain(value) ? value : undefined;
  if ('instead' in decision) return decision.instead;
  if (value === null) return null;
  if ('members' in decision) return Array.isArray(value) || typeof value !== 'object' ? undefined : tellMembers(value, decision.members);
  if (!Array.isArray(value)) return undefined;
  const { each, listed, shown = Number.POSITIVE_INFINITY, rest = each } = decision;
  const items = listed === undefined ? value : value.toSorted(listed as (a: unknown, b: unknown) => number); // of this list's own items
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

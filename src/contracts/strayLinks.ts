import { innerLinkSchema, isInnerLink, outerLinkSchema } from './links.ts';
import { isHelpLink, isOuterLink } from './outerLinks.ts';
import { helpLinkSchema } from './platformConfig.ts';

/** Rule for each kind of drawn link. Apart from the schemas, because the first page reads rows but does not judge their links again. */
const rules = new Map<object, (text: string) => boolean>([
  [innerLinkSchema, isInnerLink],
  [outerLinkSchema, isOuterLink],
  [helpLinkSchema, isHelpLink],
]);

/** Path of an invalid link within a value. */
export type Place = readonly (string | number)[];
type Look = (value: unknown, at: Place, found: Place[]) => void;

/** The part of a schema's description that is read here. */
export interface Described {
  readonly _zod: {
    readonly def: {
      readonly type?: string;
      readonly innerType?: Described;
      readonly element?: Described;
      readonly shape?: Readonly<Record<string, Described>>;
    };
  };
}

const looks = new WeakMap<object, { readonly look: Look | null }>();

/** Paths of the links in this value that break their rule. Schemas without links are not traversed. */
export function strayLinks(schema: Described, value: unknown): readonly Place[] {
  const found: Place[] = [];
  lookFor(schema)?.(value, [], found);
  return found;
}

function lookFor(schema: Described): Look | null {
  const known = looks.get(schema);
  if (known !== undefined) return known.look;
  const look = makeLook(schema);
  looks.set(schema, { look });
  return look;
}

function makeLook(schema: Described): Look | null {
  const rule = rules.get(schema);
  if (rule !== undefined)
    return (value, at, found) => {
      if (typeof value === 'string' && !rule(value)) found.push(at);
    };
  const { innerType, element, shape } = schema._zod.def;
  if (innerType !== undefined) return lookFor(innerType);
  if (element !== undefined) {
    const look = lookFor(element);
    return look === null
      ? null
      : (value, at, found) => void (Array.isArray(value) && value.forEach((one, place) => look(one, [...at, place], found)));
  }
  const members = Object.entries(shape ?? {}).flatMap(([name, member]) => {
    const look = lookFor(member);
    return look === null ? [] : [{ name, look }];
  });
  if (members.length === 0) return null;
  return (value, at, found) => {
    if (typeof value !== 'object' || value === null) return;
    for (const { name, look } of members) look((value as Readonly<Record<string, unknown>>)[name], [...at, name], found); // safe: an object
  };
}

import { z } from './zod.ts';

/**
 * The one rule of what a link may be (G-14), for whoever takes one in, keeps one or draws one. An inner link leads to a place of the console, an outer one to a page elsewhere. Both are visible
 * ASCII, since an address is written so, and what a parser strips (tab, line feed) or takes for a slash (`\`) has no place in one.
 */

/** Longest link, characters. */
const longest = 2048;

/** One slash, parts without an empty one between them, and whatever after `?` or `#`: no such text leads to another host, nor to a path that does once it is resolved. */
const inner = /^(?:\/|(?:\/[!"$-.0->@-[\]-~]+)+\/?)(?:[?#][!-~]*)?$/;
/** A scheme, a host with its port and nobody's name before it, and the rest; http for a browser's own machine alone, where the demo is served without TLS (D-4). */
const outer =
  /^(?:https:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::\d{1,5})?(?:[/?#][!-[\]-~]*)?$/i;
/** Leaves it to the parser of the platform whether an address is one. */
const parsed = z.url();

/** Whether a text is a path inside the console, with or without a query: under any origin it leads to that origin, and begins with exactly one slash before and after it is resolved. */
export const isInnerLink = (text: string): boolean => text.length <= longest && inner.test(text);

/** Whether a text is the address of a page elsewhere: https, or http on this very machine. */
export const isOuterLink = (text: string): boolean => text.length <= longest && outer.test(text) && z.safeParse(parsed, text).success;

/** Whether a text leads to whoever helps: a page, or a letter to one address. */
export const isHelpLink = (text: string): boolean =>
  isOuterLink(text) || (text.length <= longest && /^mailto:[\w.+-]+@[\w.-]+(?:\?[!-~]*)?$/.test(text));

type Rule = (text: string) => boolean;
const rules = new WeakMap<object, Rule>();

/**
 * Links that are drawn are told apart from their shape: as shapes they are texts, and on the wire described by what the platform promises. So a console that is sent another one draws it as text
 * and loses no row (`strayLinks` counts it), and a platform serves no row with one.
 */
function drawn(rule: Rule, promised: Readonly<Record<string, string>>) {
  const schema = z.string().register(z.globalRegistry, promised);
  rules.set(schema, rule);
  return schema;
}
/** A path inside the console, drawn as a link. */
export const innerLinkSchema = drawn(isInnerLink, { pattern: String.raw`^\/[^/\\]` });
/** A page elsewhere, or one of the console by its whole address, drawn as a link. */
export const outerLinkSchema = drawn(isOuterLink, { format: 'uri' });
/** Where help is. */
export const helpLinkSchema = drawn(isHelpLink, {});

/** An address that is followed without anybody having seen it: any other one makes the whole answer one of another shape. */
export const followedLinkSchema = z.url().check(z.refine<string>(isOuterLink));

/** Where in a value a link stands that is none. */
export type Place = readonly (string | number)[];
type Look = (value: unknown, at: Place, found: Place[]) => void;

interface Described {
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

/** Places in a value of this shape where a link stands that may not be drawn as one. Looks at nothing where the schema has no links. */
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
    for (const { name, look } of members) look((value as Readonly<Record<string, unknown>>)[name], [...at, name], found); // an object
  };
}

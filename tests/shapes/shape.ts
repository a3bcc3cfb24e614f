/**
 * Shapes as the two documents define them, independent of the code's contracts: structure, an example, every value that must be accepted
 * and every value that must be refused. They reveal a contract that is stricter or laxer than the documents.
 */
export type Shape =
  | { readonly kind: 'text' | 'number' | 'flag' | 'time' | 'free'; readonly example: unknown; readonly refused?: readonly unknown[] }
  | { readonly kind: 'oneOf'; readonly values: readonly string[] }
  | { readonly kind: 'list'; readonly of: Shape }
  | { readonly kind: 'map'; readonly of: Shape }
  | { readonly kind: 'object'; readonly fields: Readonly<Record<string, Shape>> }
  | { readonly kind: 'optional' | 'nullable'; readonly of: Shape };

/** `refused`: values of the right type that the documents rule out. */
export const text = (example: string, ...refused: readonly unknown[]): Shape => ({ kind: 'text', example, refused });
export const number = (example: number, ...refused: readonly unknown[]): Shape => ({ kind: 'number', example, refused });
/** 0 to 1. */
export const share = (example: number): Shape => number(example, -0.01, 1.01);
/** Whole and not negative. */
export const count = (example: number): Shape => number(example, -1, 1.5);
export const flag = (example: boolean): Shape => ({ kind: 'flag', example });
export const time = (example: string): Shape => ({ kind: 'time', example, refused: ['yesterday', '21/11/2026'] });
/** A free map of keys to values. */
export const free = (example: Readonly<Record<string, unknown>>): Shape => ({ kind: 'free', example });
export const oneOf = (...values: readonly string[]): Shape => ({ kind: 'oneOf', values });
export const list = (item: Shape): Shape => ({ kind: 'list', of: item });
export const map = (item: Shape): Shape => ({ kind: 'map', of: item });
export const object = (fields: Readonly<Record<string, Shape>>): Shape => ({ kind: 'object', fields });
export const optional = (inner: Shape): Shape => ({ kind: 'optional', of: inner });
export const nullable = (inner: Shape): Shape => ({ kind: 'nullable', of: inner });

/** All documented fields, including the optional ones. */
export function exampleOf(shape: Shape): unknown {
  switch (shape.kind) {
    case 'oneOf':
      return shape.values[0];
    case 'list':
      return [exampleOf(shape.of)];
    case 'map':
      return { one: exampleOf(shape.of) };
    case 'object':
      return Object.fromEntries(Object.entries(shape.fields).map(([name, field]) => [name, exampleOf(field)]));
    case 'optional':
    case 'nullable':
      return exampleOf(shape.of);
    case 'text':
    case 'number':
    case 'flag':
    case 'time':
    case 'free':
      return shape.example;
    default:
      return shape satisfies never;
  }
}

/** The example with one change, and the name of the change. */
export interface Variant {
  readonly what: string;
  readonly value: unknown;
}
const gone = Symbol('gone');
const none: unique symbol = Symbol('none');

/**
 * Every allowed variant: as documented, each optional field absent and all of them, nulls, empty lists and maps, each value of each
 * enumeration.
 */
export function takenOf(shape: Shape): readonly Variant[] {
  return [
    { what: 'as documented', value: exampleOf(shape) },
    { what: 'no optional field', value: bareOf(shape) },
    ...changes(shape, taken),
  ].filter(({ value }) => value !== none);
}

/**
 * Every forbidden variant, field by field: a required one absent or null, a wrong type, a value outside its enumeration, range or format.
 */
export function refusedOf(shape: Shape): readonly Variant[] {
  return changes(shape, refused);
}

function bareOf(shape: Shape): unknown {
  if (shape.kind === 'object')
    return Object.fromEntries(
      Object.entries(shape.fields).flatMap(([name, field]) => (field.kind === 'optional' ? [] : [[name, bareOf(field)]])),
    );
  if (shape.kind === 'list') return [bareOf(shape.of)];
  if (shape.kind === 'map') return { one: bareOf(shape.of) };
  if (shape.kind === 'optional' || shape.kind === 'nullable') return bareOf(shape.of);
  return exampleOf(shape);
}

type Change = readonly [what: string, value: unknown];

function taken(shape: Shape): readonly Change[] {
  switch (shape.kind) {
    case 'oneOf':
      return shape.values.map((value) => [`'${value}'`, value]);
    case 'optional':
      return [['absent', gone], ...taken(shape.of)];
    case 'nullable':
      return [['null', null], ...taken(shape.of)];
    case 'list':
      return [['empty', []]];
    case 'map':
    case 'free':
      return [['empty', {}]];
    case 'text':
    case 'number':
    case 'flag':
    case 'time':
    case 'object':
      return [];
    default:
      return shape satisfies never;
  }
}

function refused(shape: Shape, present: 'required' | 'optional' = 'required'): readonly Change[] {
  if (shape.kind === 'optional') return refused(shape.of, 'optional');
  if (shape.kind === 'nullable') return [...(present === 'required' ? ([['absent', gone]] as const) : []), ...wrongOf(shape.of)];
  return [...(present === 'required' ? ([['absent', gone]] as const) : []), ['null', null], ...wrongOf(shape)];
}

function wrongOf(shape: Shape): readonly Change[] {
  const told = (...values: readonly unknown[]): readonly Change[] => values.map((value) => [JSON.stringify(value), value]);
  switch (shape.kind) {
    case 'text':
    case 'time':
      return told(7, ...(shape.refused ?? []));
    case 'number':
      return told('7', ...(shape.refused ?? []));
    case 'flag':
      return told('true', 1);
    case 'oneOf':
      return told(7, 'none of these', '');
    case 'list':
      return told({}, 'a text');
    case 'map':
    case 'free':
      return told('a text', 7);
    case 'object':
      return told('a text', []);
    case 'optional':
    case 'nullable':
      return wrongOf(shape.of);
    default:
      return shape satisfies never;
  }
}

/** Applies the changes of every field below, each to an example that is otherwise as documented. */
function changes(shape: Shape, changesOf: (field: Shape) => readonly Change[], path = ''): readonly Variant[] {
  const inner = shape.kind === 'optional' || shape.kind === 'nullable' ? shape.of : shape;
  const put = (name: string | number, value: unknown): unknown => {
    const whole = exampleOf(inner);
    if (inner.kind === 'list') return [value];
    const rest = { ...(whole as Record<string, unknown>) }; // an object's example
    if (value === gone) delete rest[name];
    else rest[name] = value;
    return rest;
  };
  const below = (name: string, field: Shape): readonly Variant[] => {
    const place = path === '' ? name : `${path}.${name}`;
    const here = changesOf(field).map(([what, value]) => ({ what: `${place}: ${what}`, value: put(name, value) }));
    return [...here, ...changes(field, changesOf, place).map(({ what, value }) => ({ what, value: put(name, value) }))];
  };
  switch (inner.kind) {
    case 'object':
      return Object.entries(inner.fields).flatMap(([name, field]) => below(name, field));
    case 'list':
      // A list has no fields that could be absent; changes apply to its elements.
      return [
        ...changesOf(inner.of)
          .filter(([, value]) => value !== gone)
          .map(([what, value]) => ({ what: `${path}[]: ${what}`, value: [value] })),
        ...changes(inner.of, changesOf, `${path}[]`).map(({ what, value }) => ({ what, value: [value] })),
      ];
    case 'map':
      return below('one', inner.of).filter(({ what }) => !what.endsWith('one: absent'));
    default:
      return [];
  }
}

/**
 * Deviations of a value from the shape, and which places were seen at all: a list without rows proves nothing about its fields.
 * Additional fields are ours and allowed.
 */
export function readAs(
  shape: Shape,
  value: unknown,
  path = '',
  seen: Set<string> = new Set(),
): { readonly faults: readonly string[]; readonly seen: Set<string> } {
  seen.add(path);
  const fault = (what: string) => ({ faults: [`${path || 'the whole'}: ${what}`], seen });
  const fine = { faults: [], seen };
  const rows = (values: readonly unknown[], item: Shape, place: string) => ({
    faults: [...new Set(values.flatMap((each) => readAs(item, each, place, seen).faults))],
    seen,
  });
  switch (shape.kind) {
    case 'optional':
      return value === undefined ? fine : readAs(shape.of, value, path, seen);
    case 'nullable':
      return value === null ? fine : readAs(shape.of, value, path, seen);
    case 'text':
      return typeof value === 'string' && value !== '' ? fine : fault(`no text: ${JSON.stringify(value)}`);
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? fine : fault(`no number: ${JSON.stringify(value)}`);
    case 'flag':
      return typeof value === 'boolean' ? fine : fault('neither true nor false');
    case 'time':
      return typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value)
        ? fine
        : fault(`no time: ${JSON.stringify(value)}`);
    case 'oneOf':
      return shape.values.includes(String(value)) ? fine : fault(`${JSON.stringify(value)} is none of ${shape.values.join(', ')}`);
    case 'list':
      return Array.isArray(value) ? rows(value, shape.of, `${path}[]`) : fault('no list');
    case 'map':
      return isObject(value) ? rows(Object.values(value), shape.of, `${path}{}`) : fault('no map');
    case 'free':
      return isObject(value) ? fine : fault('no map');
    case 'object':
      if (!isObject(value)) return fault('no object');
      return {
        faults: Object.entries(shape.fields).flatMap(
          ([name, field]) => readAs(field, value[name], path === '' ? name : `${path}.${name}`, seen).faults,
        ),
        seen,
      };
    default:
      return shape satisfies never;
  }
}

/** Every place of a shape that an answer must contain at least once. */
export function placesOf(shape: Shape, path = ''): readonly string[] {
  switch (shape.kind) {
    case 'object':
      return [path, ...Object.entries(shape.fields).flatMap(([name, field]) => placesOf(field, path === '' ? name : `${path}.${name}`))];
    case 'list':
      return [path, ...placesOf(shape.of, `${path}[]`)];
    case 'map':
      return [path, ...placesOf(shape.of, `${path}{}`)];
    case 'optional':
    case 'nullable':
      return [path];
    default:
      return [path];
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

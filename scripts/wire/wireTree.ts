import { createHash } from 'node:crypto';
import { everyEndpoint } from '../../src/contracts/everyEndpoint.ts';
import { downFrameSchema } from '../../src/contracts/realtime/down.ts';
import { upFrameSchema } from '../../src/contracts/realtime/up.ts';
import { protocolVersion } from '../../src/contracts/version.ts';
import { z } from '../../src/contracts/zod.ts';

/**
 * What a value at one path may be, as text that a person reads in a diff: facts separated by commas, such as `string`, `length 1..40`,
 * `one of a | b`, `nullable`, `optional`.
 */
export type Shape = string;

/** The values of one message by path: `rows[].id`, `byRegion{}` for any key, `timeline[]<kind=note>.text` for one variant of a union. */
export type Shapes = Readonly<Record<string, Shape>>;

/** One call: `line` is method and path; what is asked goes to the platform, the answer comes back. */
export interface WireCall {
  readonly line: string;
  readonly query?: Shapes;
  readonly body?: Shapes;
  readonly answer?: Shapes;
}

/** Everything that both sides must agree on, as `src/contracts/wire.json` keeps it. */
export interface Wire {
  /** The `protocolVersion` under which it was written. */
  readonly version: number;
  readonly calls: Readonly<Record<string, WireCall>>;
  /** Realtime frames from the platform (`down`) and to it (`up`). */
  readonly down: Shapes;
  readonly up: Shapes;
}

/** The part of JSON Schema that zod writes for our schemas; anything else is refused, so that nothing goes unseen. */
interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly propertyNames?: Schema;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly (string | number)[];
  readonly const?: string | number | boolean;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

const known = new Set(
  (
    '$schema type properties required additionalProperties propertyNames items prefixItems anyOf oneOf enum const format pattern ' +
    'minLength maxLength minItems maxItems minimum maximum'
  ).split(' '),
);

/** The fact of an object that takes no field beside its own. */
export const strict = 'no other fields';
/** Bounds that zod gives every whole number. */
const whole = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
/** A pattern up to this many characters is shown, a longer one by the beginning of its SHA-256. */
const longestPattern = 60;

function range(name: string, least: number | undefined, most: number | undefined): string[] {
  const from = least === undefined || whole.includes(least) ? '' : String(least);
  const to = most === undefined || whole.includes(most) ? '' : String(most);
  return from === '' && to === '' ? [] : [`${name} ${from}..${to}`];
}

function patternOf({ pattern }: Schema): string[] {
  if (pattern === undefined) return [];
  return [`pattern ${pattern.length > longestPattern ? `#${createHash('sha256').update(pattern).digest('hex').slice(0, 8)}` : pattern}`];
}

/** Facts about the value itself, without what is inside it. */
function factsOf(schema: Schema): string[] {
  const unknown = Object.keys(schema).filter((key) => !known.has(key));
  if (unknown.length > 0) throw new Error(`The wire's tree does not know JSON Schema's ${unknown.join(', ')}: add it to scripts/wire`);
  return [
    schema.type ?? 'anything',
    ...(schema.enum ? [`one of ${schema.enum.join(' | ')}`] : []),
    ...(schema.const === undefined ? [] : [`one of ${schema.const}`]),
    ...(schema.format === undefined ? [] : [`format ${schema.format}`]),
    ...patternOf(schema),
    ...range('length', schema.minLength, schema.maxLength),
    ...range('count', schema.minItems, schema.maxItems),
    ...range('value', schema.minimum, schema.maximum),
    ...(schema.additionalProperties === false ? [strict] : []),
  ];
}

/** A variant's name in paths: its constant field where it has one, else its place. */
function variantName(variant: Schema, place: number): string {
  const named = Object.entries(variant.properties ?? {}).find(([, field]) => field.const !== undefined);
  return named ? `${named[0]}=${named[1].const}` : String(place);
}

function* walk(path: string, schema: Schema, more: readonly string[]): Generator<[string, Shape]> {
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants !== undefined) {
    const values = variants.filter(({ type }) => type !== 'null');
    const marks = values.length < variants.length ? ['nullable', ...more] : more;
    const [only] = values;
    if (values.length === 1 && only !== undefined) return yield* walk(path, only, marks);
    yield [path, ['one variant', ...marks].join(', ')];
    for (const [place, variant] of values.entries()) yield* walk(`${path}<${variantName(variant, place)}>`, variant, []);
    return;
  }
  yield [path, [...factsOf(schema), ...more].join(', ')];
  const under = path === '' ? '' : `${path}.`;
  for (const [name, field] of Object.entries(schema.properties ?? {}))
    yield* walk(`${under}${name}`, field, schema.required?.includes(name) ? [] : ['optional']);
  if (typeof schema.additionalProperties === 'object' && schema.propertyNames !== undefined) {
    yield* walk(`${path}{key}`, schema.propertyNames, []);
    yield* walk(`${path}{}`, schema.additionalProperties, []);
  }
  if (schema.items !== undefined) yield* walk(`${path}[]`, schema.items, []);
  for (const [place, item] of (schema.prefixItems ?? []).entries()) yield* walk(`${path}[${place}]`, item, []);
}

/**
 * The shapes of one zod schema by path; the message itself stands at the empty path.
 * @throws if the schema uses a part of JSON Schema that the tree does not know
 */
export function shapesOf(schema: z.core.$ZodType): Shapes {
  return Object.fromEntries(walk('', z.toJSONSchema(schema, { io: 'input' }) as Schema, []));
}

/** Everything on the wire as the sources say it now. */
export function wireNow(): Wire {
  const calls = Object.entries(everyEndpoint).map(([id, row]): [string, WireCall] => [
    id,
    {
      line: `${row.method} ${row.path}`,
      ...('query' in row && { query: shapesOf(row.query) }),
      ...('body' in row && { body: shapesOf(row.body) }),
      answer: shapesOf(row.answer),
    },
  ]);
  return {
    version: protocolVersion,
    calls: Object.fromEntries(calls),
    down: shapesOf(downFrameSchema),
    up: shapesOf(upFrameSchema),
  };
}

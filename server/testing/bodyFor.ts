import { z } from '../../src/contracts/zod.ts';

/** The used part of a JSON Schema. */
interface Shape {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly minItems?: number;
  readonly minLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
}

/** One text for each format in our contracts; the first that matches the pattern is used. */
const texts = [
  'x-1',
  'event',
  '2025-11-18T11:00:00Z',
  '0'.repeat(64),
  'someone@ukweli.example',
  'https://ukweli.example/',
  'KES',
  '/system/health',
  'BCDF-GHJK',
  'A'.repeat(43),
  '123 456',
];

/**
 * @param free text for every string without a format; optional members and lists are then filled too. Null: shortest values, and optional
 * parts are left out
 */
function valueFor(shape: Shape, free: string | null): unknown {
  if (shape.const !== undefined) return shape.const;
  if (shape.enum !== undefined) return shape.enum[0];
  const [first] = shape.anyOf ?? shape.oneOf ?? [];
  if (first !== undefined) return valueFor(first, free);
  switch (shape.type) {
    case 'object': {
      const { properties = {}, required = [] } = shape;
      const names = free === null ? required : Object.keys(properties);
      return Object.fromEntries(names.map((name) => [name, valueFor(properties[name] ?? {}, free)]));
    }
    case 'array':
      return Array.from({ length: Math.max(shape.minItems ?? 0, free === null ? 0 : 1) }, () => valueFor(shape.items ?? {}, free));
    case 'string': {
      if (free !== null && shape.pattern === undefined && shape.format === undefined) return free;
      const pattern = new RegExp(shape.pattern ?? '', 'u');
      return (texts.find((text) => pattern.test(text)) ?? '').padEnd(shape.minLength ?? 0, 'x');
    }
    case 'number':
    case 'integer':
      return Math.max(1, shape.minimum ?? 1);
    case 'boolean':
      return true;
    default:
      return null;
  }
}

// Schema keywords beyond `Shape` are ignored.
const shapeOf = (schema: z.core.$ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape;

/**
 * A valid body for a call, generated from its schema, so that tests over all calls also reach the handlers of calls added later. Throws
 * if it cannot generate one, for example for an unknown text format.
 */
export function bodyFor(schema: z.core.$ZodType): unknown {
  const body = valueFor(shapeOf(schema), null);
  const parsed = z.safeParse(schema, body);
  if (!parsed.success) throw new Error(`no body for ${JSON.stringify(body)}: ${JSON.stringify(parsed.error.issues)}`);
  return body;
}

/** A body with every member, and with this text in every string without a format. It may be invalid; the platform decides. */
export function bodyWith(schema: z.core.$ZodType, text: string): unknown {
  return valueFor(shapeOf(schema), text);
}

import type { z } from './zod.ts';

/**
 * Fast path for valid data. A schema is compiled once into plain functions that tell if a value is EXACTLY what the schema describes,
 * with nothing to strip, convert or default; the value itself is then returned without a copy. Everything else, including every
 * rejection, goes to zod, which alone reports errors. The schema stays the only definition, and valid data costs a tenth of zod's time
 * (bench/RESULTS.md).
 */
type Check = (value: unknown) => boolean;

/** The members of zod's description of a schema or check (`_zod.def`) that are read here; other kinds are not compiled. */
interface Definition {
  readonly type?: string;
  readonly check?: string;
  readonly format?: string;
  readonly pattern?: RegExp;
  readonly coerce?: boolean;
  readonly checks?: readonly Described[];
  readonly value?: unknown;
  readonly inclusive?: boolean;
  readonly minimum?: number;
  readonly fn?: (value: unknown) => unknown;
  readonly maximum?: number;
  readonly entries?: Readonly<Record<string, string | number>>;
  readonly values?: readonly unknown[];
  readonly shape?: Readonly<Record<string, Described>>;
  readonly catchall?: unknown;
  readonly element?: Described;
  readonly innerType?: Described;
  readonly keyType?: Described;
  readonly valueType?: Described;
}
interface Described {
  readonly _zod: { readonly def: Definition };
}

const compiled = new WeakMap<object, Check | null>();

/**
 * True if the value is exactly what the schema describes, without extra members. False may also mean that the schema could not be
 * compiled.
 */
export function isExactly<T>(schema: z.ZodMiniType<T>, value: unknown): value is T {
  let check = compiled.get(schema);
  if (check === undefined) {
    check = compile(schema);
    compiled.set(schema, check);
  }
  return check?.(value) === true;
}

/** Like `schema.safeParse`, but returns a value without extra members as it is, not as a copy. */
export function quickParse<T>(schema: z.ZodMiniType<T>, value: unknown): ReturnType<z.ZodMiniType<T>['safeParse']> {
  return isExactly(schema, value) ? { success: true, data: value } : schema.safeParse(value);
}

/** Null for a schema that may transform its input, or that this module does not support. */
function compile({ _zod: { def } }: Described): Check | null {
  const further = def.checks?.map((check) => compileCheck(check._zod.def)) ?? [];
  if (def.coerce === true || further.includes(null)) return null;
  const base = compileType(def);
  if (base === null) return null;
  const [first, second, ...more] = further.filter((check) => check !== null);
  if (first === undefined) return base;
  if (second === undefined) return (value) => base(value) && first(value);
  if (more.length === 0) return (value) => base(value) && first(value) && second(value);
  return (value) => base(value) && first(value) && second(value) && more.every((check) => check(value));
}

function compileType(def: Definition): Check | null {
  switch (def.type) {
    case 'string':
      return def.format === undefined
        ? (value) => typeof value === 'string'
        : both((value) => typeof value === 'string', compileCheck(def));
    case 'number':
      return def.format === undefined ? Number.isFinite : compileCheck(def);
    case 'boolean':
      return (value) => typeof value === 'boolean';
    case 'unknown':
      return () => true;
    case 'enum': {
      const entries = new Set<unknown>(Object.values(def.entries ?? {}));
      return (value) => entries.has(value);
    }
    case 'literal': {
      const values = new Set(def.values);
      return (value) => values.has(value);
    }
    case 'optional':
      return either(undefined, def.innerType);
    case 'nullable':
      return either(null, def.innerType);
    case 'array': {
      const element = def.element === undefined ? null : compile(def.element);
      return element === null ? null : (value) => Array.isArray(value) && everyOf(value, element);
    }
    case 'object':
      return def.catchall === undefined ? compileObject(def.shape ?? {}) : null;
    case 'record':
      return compileRecord(def);
    default:
      return null;
  }
}

/**
 * A single check. Lengths are measured in UTF-16 units, zod counts characters: a text that is short enough in units is so in characters.
 */
function compileCheck(def: Definition): Check | null {
  const { pattern, value: limit, maximum, minimum, fn } = def;
  switch (def.check) {
    case 'string_format':
      // Formats with rules beyond their pattern are left to zod; global and sticky patterns keep state (`lastIndex`) and are not compiled.
      if (pattern === undefined || pattern.global || pattern.sticky || (def.format !== 'regex' && def.format !== 'datetime')) return null;
      return (value) => pattern.test(value as string); // safe: the base check has established the type
    case 'number_format':
      return def.format === 'safeint' ? Number.isSafeInteger : null;
    case 'greater_than':
      if (typeof limit !== 'number') return null;
      return def.inclusive === true ? (value) => (value as number) >= limit : (value) => (value as number) > limit; // as above
    case 'less_than':
      if (typeof limit !== 'number') return null;
      return def.inclusive === true ? (value) => (value as number) <= limit : (value) => (value as number) < limit; // as above
    case 'max_length':
      return maximum === undefined ? null : (value) => (value as string | readonly unknown[]).length <= maximum; // as above
    case 'custom': // a refinement only answers and changes nothing; checks that do more have no `fn`
      return fn === undefined ? null : (value) => fn(value) === true;
    case 'min_length':
      return minimum !== 1 ? null : (value) => (value as string | readonly unknown[]).length >= 1; // as above
    default:
      return null;
  }
}

function both(first: Check, second: Check | null): Check | null {
  return second === null ? null : (value) => first(value) && second(value);
}

function either(nothing: null | undefined, inner: Described | undefined): Check | null {
  const check = inner === undefined ? null : compile(inner);
  return check === null ? null : (value) => value === nothing || check(value);
}

function everyOf(values: readonly unknown[], check: Check): boolean {
  for (let index = 0; index < values.length; index += 1) if (!check(values[index])) return false;
  return true;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function compileObject(shape: Readonly<Record<string, Described>>): Check | null {
  const names = Object.keys(shape);
  const checks: Check[] = [];
  for (const name of names) {
    const described = shape[name];
    const check = described === undefined ? null : compile(described);
    if (check === null) return null;
    checks.push(check);
  }
  return (value) => {
    if (!isPlain(value)) return false;
    let present = 0;
    for (let index = 0; index < names.length; index += 1) {
      const held = value[names[index] ?? ''];
      if (checks[index]?.(held) !== true) return false;
      if (held !== undefined) present += 1;
    }
    // An unknown member would have to be stripped by zod.
    return Object.keys(value).length === present;
  };
}

function compileRecord({ keyType, valueType, checks }: Definition): Check | null {
  const key = keyType?._zod.def;
  const inner = valueType === undefined ? null : compile(valueType);
  const anyText = key?.type === 'string' && key.format === undefined && (key.checks ?? []).length === 0;
  if (inner === null || !anyText || (checks ?? []).length > 0) return null;
  return (value) => {
    if (!isPlain(value)) return false;
    for (const name of Object.keys(value)) if (name === '__proto__' || !inner(value[name])) return false;
    return true;
  };
}

import { type Shapes, strict, type Wire } from './wireTree.ts';

/**
 * When a changed wire demands a new `protocolVersion` (issue *House*, 5): an existing call lost or narrowed something for a build of
 * before. What was added beside it (a call, an optional field, a field of an answer) demands none: a build of before does not ask, or
 * leaves it out.
 */

/** What a value may be beside its shape, in the words of a refusal. */
const markWords = { optional: 'left out', nullable: 'null' } as const;
type Mark = keyof typeof markWords;

interface Range {
  readonly text: string;
  readonly least: number;
  readonly most: number;
}

interface Facts {
  readonly marks: ReadonlySet<Mark>;
  readonly values: readonly string[] | null;
  readonly ranges: ReadonlyMap<string, Range>;
  readonly others: ReadonlySet<string>;
}

const missing = ': is missing';
const rangeNames = new Set(['length', 'count', 'value']);

/** A pattern may hold commas: everything after its name up to a fact that is none of the pattern's. */
const factEnds = /, (?=(?:one of|format|pattern|length|count|value) |nullable$|nullable,|optional$|no other fields)/u;

function factsOf(shape: string): Facts {
  const marks = new Set<Mark>();
  const others = new Set<string>();
  const ranges = new Map<string, Range>();
  let values: readonly string[] | null = null;
  for (const fact of shape.split(factEnds)) {
    const [name = '', bounds = ''] = fact.split(' ');
    if (fact === 'optional' || fact === 'nullable') marks.add(fact);
    else if (fact.startsWith('one of ')) values = fact.slice('one of '.length).split(' | ');
    else if (rangeNames.has(name) && bounds.includes('..')) {
      const [least = '', most = ''] = bounds.split('..');
      ranges.set(name, { text: bounds, least: least === '' ? -Infinity : Number(least), most: most === '' ? Infinity : Number(most) });
    } else others.add(fact);
  }
  return { marks, values, ranges, others };
}

/** What a reader refuses of what a writer may send at one path, in words; empty if it takes everything. */
function refusedAt(reader: Facts, writer: Facts): string[] {
  const refused: string[] = [...writer.marks].filter((mark) => !reader.marks.has(mark)).map((mark) => markWords[mark]);
  if (reader.values !== null) {
    const { values } = reader;
    const more = writer.values?.filter((value) => !values.includes(value)) ?? ['any value'];
    if (more.length > 0) refused.push(more.join(' | '));
  }
  for (const [name, { text, least, most }] of reader.ranges) {
    const written = writer.ranges.get(name);
    if (written === undefined || written.least < least || written.most > most) refused.push(`${name} outside ${text}`);
  }
  refused.push(...[...reader.others].filter((fact) => !writer.others.has(fact)).map((fact) => `what is not ${fact}`));
  return refused;
}

/** The path of what a value stands in; null for the message itself. */
function parentOf(path: string): string | null {
  if (path === '') return null;
  return path.replace(/(?:<[^>]*>|\[\d*\]|\{(?:key)?\}|\.?[^.<>[\]{}]+)$/u, '');
}

/** What the reader of one message refuses of what its writer may send, each with its path. */
function refusedOf(reader: Shapes, writer: Shapes): string[] {
  return Object.entries(reader).flatMap(([path, shape]) => {
    const facts = factsOf(shape);
    const written = writer[path];
    if (written !== undefined) return refusedAt(facts, factsOf(written)).map((what) => `${path || 'the whole'}: ${what}`);
    const parent = parentOf(path);
    const isDemanded = parent !== null && parent in writer && !facts.marks.has('optional') && /[^>\]}]$/u.test(path);
    return isDemanded ? [`${path}${missing}`] : [];
  });
}

/** What is gone from a message. */
const lostOf = (before: Shapes, after: Shapes): string[] =>
  Object.keys(before)
    .filter((path) => !(path in after))
    .map((path) => `${path || 'the whole'}: is gone`);

/** What a writer may send and a reader has no place for: a variant of a union, a field of an object that takes no others. */
const unknownTo = (reader: Shapes, writer: Shapes): string[] =>
  Object.keys(writer)
    .filter((path) => {
      const parent = reader[parentOf(path) ?? ''];
      return !(path in reader) && parent !== undefined && (path.endsWith('>') || factsOf(parent).others.has(strict));
    })
    .map((path) => `${path}: is not known`);

/** Messages to the platform: builds of before write, this one reads. */
const asked = (before: Shapes = {}, after: Shapes = {}): string[] =>
  '' in before ? [...lostOf(before, after), ...refusedOf(after, before)] : demandedFields(after);

/** Fields that a message which is new to a call demands at once. */
const demandedFields = (shapes: Shapes): string[] =>
  Object.entries(shapes)
    .filter(([path, shape]) => path !== '' && !/[.[\]{}<>]/u.test(path) && !factsOf(shape).marks.has('optional'))
    .map(([path]) => `${path}${missing}`);

/** Messages from the platform: this build writes, those of before read. */
const told = (before: Shapes = {}, after: Shapes = {}): string[] => [
  ...lostOf(before, after),
  ...refusedOf(before, after).filter((line) => !line.endsWith(missing)),
  ...unknownTo(before, after),
];

/** Everything that builds of before would lose or refuse, in words: a new version is demanded unless this is empty. */
export function lostOrNarrowed(before: Omit<Wire, 'version'>, after: Omit<Wire, 'version'>): string[] {
  const calls = Object.entries(before.calls).flatMap(([id, call]) => {
    const now = after.calls[id];
    if (now === undefined) return [`${id}: the call is gone`];
    return [
      ...(now.line === call.line ? [] : [`is ${now.line} and not ${call.line}`]),
      ...asked(call.query, now.query).map((line) => `query ${line}`),
      ...asked(call.body, now.body).map((line) => `body ${line}`),
      ...told(call.answer, now.answer).map((line) => `answer ${line}`),
    ].map((line) => `${id}: ${line}`);
  });
  return [
    ...calls,
    ...told(before.down, after.down).map((line) => `frame from the platform: ${line}`),
    ...asked(before.up, after.up).map((line) => `frame to the platform: ${line}`),
  ];
}

/** True if a wire may not be kept as it is now: builds of before would lose or refuse something, and its version is still theirs. */
export const demandsVersion = (before: Wire, now: Wire): boolean => now.version <= before.version && lostOrNarrowed(before, now).length > 0;

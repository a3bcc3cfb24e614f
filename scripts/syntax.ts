import { parseSync } from 'vite';

/** A syntax tree node (ESTree with TypeScript nodes), as far as our tools use it; offsets count UTF-16 units of the source. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

/** Whether a member of a node is itself a node, not a list, a literal's value or null. */
export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'start' in value;
}

/** A node's child by name; null if there is none. */
export function childOf(node: SyntaxNode, name: string): SyntaxNode | null {
  const child = node[name];
  return isNode(child) ? child : null;
}

/** A node's list of children by name. */
export function childrenOf(node: SyntaxNode, name: string): readonly SyntaxNode[] {
  const children = node[name];
  return Array.isArray(children) ? children.filter(isNode) : [];
}

/** An import from another module: `names` maps local names to exported ones; `*` is the namespace. */
export interface Taken {
  readonly specifier: string;
  readonly names: ReadonlyMap<string, string>;
  /** True if nothing of it remains at run time. */
  readonly typesOnly: boolean;
}

/** A comment without its marks: `value` of a doc comment begins with the second `*`. Offsets include the marks. */
export interface SourceComment {
  readonly type: 'Line' | 'Block';
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** What one pass of the parser gives, so that several checks can share it. */
export interface Parsed {
  readonly program: SyntaxNode;
  /** In the order of the source. */
  readonly comments: readonly SourceComment[];
  /** Imports, re-exports and dynamic imports, in this order. */
  readonly taken: readonly Taken[];
}

/**
 * @param path decides whether JSX is parsed (`.tsx`)
 * @throws if the source is not valid TypeScript
 */
export function parse(path: string, source: string): Parsed {
  const { program, comments, module, errors } = parseSync(path, source);
  const [first] = errors;
  if (first !== undefined) throw new Error(`${path}: ${first.message}`);
  if (!isNode(program)) throw new Error(`${path} has no syntax tree`);
  const imports = module.staticImports.map(({ moduleRequest, entries }): Taken => {
    const kept = entries.filter(({ isType }) => !isType);
    const names = new Map(
      kept.map(({ localName, importName }) => [
        localName.value,
        importName.kind === 'Default' ? 'default' : importName.kind === 'NamespaceObject' ? '*' : (importName.name ?? ''),
      ]),
    );
    return { specifier: moduleRequest.value, names, typesOnly: entries.length > 0 && kept.length === 0 };
  });
  const passedOn = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }): Taken[] =>
      moduleRequest === null ? [] : [{ specifier: moduleRequest.value, names: new Map(), typesOnly: isType }],
    ),
  );
  const later = module.dynamicImports.flatMap(({ moduleRequest: { start, end } }): Taken[] => {
    const literal = /^(['"`])([^'"`$]*)\1$/.exec(source.slice(start, end));
    return literal === null ? [] : [{ specifier: literal[2] ?? '', names: new Map(), typesOnly: false }];
  });
  return { program, comments, taken: [...imports, ...passedOn, ...later] };
}

/** The line of an offset, from 1. */
export const lineAt = (source: string, offset: number): number => source.slice(0, offset).split('\n').length;

/** Calls `visit` for a node and its descendants, parents first; `visit` returns whether to descend. */
export function walk(
  node: SyntaxNode,
  visit: (node: SyntaxNode, parent: SyntaxNode | null) => boolean,
  parent: SyntaxNode | null = null,
): void {
  if (!visit(node, parent)) return;
  for (const value of Object.values(node)) {
    if (isNode(value)) walk(value, visit, node);
    else if (Array.isArray(value)) for (const one of value) if (isNode(one)) walk(one, visit, node);
  }
}

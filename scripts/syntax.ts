import { parseSync } from 'vite';

/** A node of a syntax tree (ESTree with TypeScript's nodes), as far as our tools look at it; offsets count UTF-16 units of the source. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'start' in value;
}

/** The child of a node by name; null where there is none. */
export function childOf(node: SyntaxNode, name: string): SyntaxNode | null {
  const child = node[name];
  return isNode(child) ? child : null;
}

/** The children of a node in a list by name. */
export function childrenOf(node: SyntaxNode, name: string): readonly SyntaxNode[] {
  const children = node[name];
  return Array.isArray(children) ? children.filter(isNode) : [];
}

/** What a module takes from another: `names` as the other calls them, by what they are called here; `*` stands for all of it. */
export interface Taken {
  readonly specifier: string;
  readonly names: ReadonlyMap<string, string>;
  /** Nothing of it is left at run time. */
  readonly typesOnly: boolean;
}

export interface Parsed {
  readonly program: SyntaxNode;
  /** Imports, exports from elsewhere and dynamic imports, in this order. */
  readonly taken: readonly Taken[];
}

/**
 * @param path decides whether tags are read (`.tsx`)
 * @throws where the source is no TypeScript
 */
export function parse(path: string, source: string): Parsed {
  const { program, module, errors } = parseSync(path, source);
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
  return { program, taken: [...imports, ...passedOn, ...later] };
}

/** Calls `visit` for a node and all below it, parents first; `visit` answers whether to go on below. */
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

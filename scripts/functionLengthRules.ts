import { childOf, childrenOf, isNode, lineAt, type Parsed, type SyntaxNode, walk } from './syntax.ts';

/** Maximum of lines of a function, from its first to its last. Past 80 it wants a second idea. */
export const maxFunctionLines = 120;

/** A function over the maximum. */
export interface LongFunction {
  /** From 1. */
  readonly line: number;
  /** As declared, or the name of the variable or member that holds it; `anonymous` for others. */
  readonly name: string;
  readonly lines: number;
}

const functionTypes = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/** What vitest and Playwright take a test's body by. */
const testCalls = new Set(['describe', 'it', 'test', 'suite', 'bench', 'beforeAll', 'beforeEach', 'afterAll', 'afterEach']);

/**
 * The functions, methods and components of a source that are longer than the maximum, in the order of the source. The body of a test or of a
 * group of tests is exempt, since it is a list; helpers within it are not.
 */
export function longFunctions({ program }: Parsed, source: string): readonly LongFunction[] {
  const found: LongFunction[] = [];
  walk(program, (node, parent) => {
    if (!functionTypes.has(node.type) || isTestBody(node, parent)) return true;
    const line = lineAt(source, node.start);
    const lines = lineAt(source, node.end) - line + 1;
    if (lines > maxFunctionLines) found.push({ line, name: nameIn(node) || nameIn(parent) || 'anonymous', lines });
    return true;
  });
  return found;
}

/** Whether a function is an argument of `describe(…)`, `it.each(…)(…)` and the like. */
function isTestBody(node: SyntaxNode, parent: SyntaxNode | null): boolean {
  if (parent?.type !== 'CallExpression' || !childrenOf(parent, 'arguments').includes(node)) return false;
  let callee = childOf(parent, 'callee');
  while (callee !== null && callee.type !== 'Identifier') callee = childOf(callee, 'object') ?? childOf(callee, 'callee');
  return callee !== null && testCalls.has(String(callee['name']));
}

/** The name that a declaration, a variable, a member or a method gives; '' if it gives none. */
function nameIn(node: SyntaxNode | null): string {
  const given = node?.['id'] ?? node?.['key'];
  return isNode(given) && given.type.endsWith('Identifier') ? String(given['name']) : '';
}

/** A function that may stay over the maximum for now. */
export interface KeptFunction {
  readonly path: string;
  readonly name: string;
  /** Its length now. The check refuses any other, so that the list follows whatever gets shorter. */
  readonly lines: number;
}

/** What is refused of a file's functions, given those that may stay long. */
export function functionFindings(
  path: string,
  long: readonly LongFunction[],
  kept: readonly KeptFunction[],
): readonly { readonly line: number; readonly what: string }[] {
  const here = kept.filter((one) => one.path === path);
  const refused = long.flatMap(({ line, name, lines }) => {
    const listed = here.find((one) => one.name === name);
    if (listed?.lines === lines) return [];
    const way =
      listed === undefined || listed.lines < lines
        ? 'find its second idea and give it a name'
        : `it was ${listed.lines}: list its new length`;
    return [{ line, what: `the function '${name}' has ${lines} lines, of ${maxFunctionLines}: ${way}` }];
  });
  const gone = here.filter((one) => !long.some(({ name }) => name === one.name));
  return [...refused, ...gone.map(({ name }) => ({ line: 1, what: `'${name}' is no longer too long: take it off the list` }))];
}

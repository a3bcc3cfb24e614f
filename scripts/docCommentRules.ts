import { childOf, childrenOf, lineAt, type Parsed, type SyntaxNode, walk } from './syntax.ts';

/** An export whose meaning no doc comment gives. */
export interface UndocumentedExport {
  /** From 1. */
  readonly line: number;
  readonly name: string;
  readonly kind: ExportKind;
  /** `empty`: there is a comment, and it contains no word that is not in the name. */
  readonly flaw: 'missing' | 'empty';
}

/** A React component is a function. */
export type ExportKind = 'function' | 'interface' | 'class' | 'type';

const folders = ['src/', 'server/', 'bench/', 'scripts/'];

/**
 * Whether a file (path from the root with forward slashes) has to carry doc comments: a source of the product, the platform, the benchmarks or
 * the scripts. Tests and their builders (`testing/`) are exempt: they are read beside the test that uses them.
 */
export function isJudged(path: string): boolean {
  return folders.some((folder) => path.startsWith(folder)) && !/\.test\.\w+$/.test(path) && !path.includes('/testing/');
}

/** A declaration at the top of a file. `at` is the statement, before which its comment stands. */
interface Declared {
  readonly at: SyntaxNode;
  readonly name: string;
  readonly kind: ExportKind;
  readonly exported: boolean;
  /** The declaration itself; of a constant, its function. */
  readonly node: SyntaxNode;
}

/**
 * The exported functions, interfaces, classes and type aliases of a source that have no doc comment (`/** … *\/`), in the order of the source.
 *
 * Not judged, since they have nothing of their own to say:
 * - re-exports (`export … from`): the comment stands where the thing is declared;
 * - repeats of an overloaded function: the comment of the first signature serves all;
 * - aliases derived from a value of the file that is commented (`z.infer<typeof xSchema>`, `keyof typeof table`) or made of such a value alone
 *   (`z.enum(names)` after the commented `names`), and aliases derived from an imported value, which has its comment there;
 * - aliases of a member (`Event['type']`) and of a union of named types (`Starting | SignedOut | SignedIn`): each is described by itself;
 * - constants other than functions: a unit or a limit belongs in the comment or the name, and no rule can tell which constants have one;
 * - the Props interface of the one component that takes it, if the component is commented: its members carry comments where they need any.
 */
export function undocumentedExports({ program, comments }: Parsed, source: string): readonly UndocumentedExport[] {
  const statements = childrenOf(program, 'body');
  const named = new Set(statements.flatMap(namesPassedOn));
  const declared = statements.flatMap(declaredBy).map((one) => ({ ...one, exported: one.exported || named.has(one.name) }));
  const docs = comments.filter(({ type, value }) => type === 'Block' && value.startsWith('*'));

  /** The doc comment before a statement; between them stand white space and other comments only. */
  const docOf = (at: SyntaxNode): string | null => {
    const doc = docs.findLast(({ end }) => end <= at.start);
    if (doc === undefined) return null;
    const between = comments
      .filter(({ start, end }) => start >= doc.end && end <= at.start)
      .reduceRight((text, { start, end }) => text.slice(0, start - doc.end) + text.slice(end - doc.end), source.slice(doc.end, at.start));
    return between.trim() === '' ? doc.value : null;
  };
  const flawOf = ({ at, name }: Declared): UndocumentedExport['flaw'] | null => {
    const doc = docOf(at);
    if (doc === null) return 'missing';
    return saysMore(doc, name) ? null : 'empty';
  };
  /** Whether exactly one function of the file takes these props, and it is exported and commented. */
  const describedByComponent = ({ kind, name }: Declared): boolean => {
    if (kind !== 'interface' || !name.endsWith('Props')) return false;
    const [component, ...others] = declared.filter((one) => one.kind === 'function' && propsOf(one.node) === name);
    return component !== undefined && others.length === 0 && component.exported && flawOf(component) === null;
  };

  const values = new Map(statements.flatMap((at) => valuesOf(at).map(([name, init]) => [name, { at, init }] as const)));
  /** Whether a value of this file is commented or made of one that is; true for an imported one. */
  const isDescribedValue = (name: string): boolean => {
    const value = values.get(name);
    if (value === undefined || docOf(value.at) !== null) return true;
    const made = value.init?.type === 'CallExpression' ? nameOf(childrenOf(value.init, 'arguments')[0] ?? null) : '';
    return made !== '' && made !== name && isDescribedValue(made);
  };
  const isDerived = ({ kind, node }: Declared): boolean => {
    const type = kind === 'type' ? childOf(node, 'typeAnnotation') : null;
    if (type === null) return false;
    const of = valuesNamedIn(type);
    if (of.length > 0) return of.every(isDescribedValue);
    return type.type === 'TSIndexedAccessType' || (type.type === 'TSUnionType' && childrenOf(type, 'types').every(isPlainReference));
  };

  const seen = new Set<string>();
  return declared.flatMap((one) => {
    const key = `${one.kind} ${one.name}`;
    const repeats = seen.has(key);
    seen.add(key);
    if (!one.exported || repeats || describedByComponent(one) || isDerived(one)) return [];
    const flaw = flawOf(one);
    return flaw === null ? [] : [{ line: lineAt(source, one.at.start), name: one.name, kind: one.kind, flaw }];
  });
}

/** The values that a statement declares, each with its initial value; null for a function or class. */
function valuesOf(statement: SyntaxNode): readonly (readonly [name: string, init: SyntaxNode | null])[] {
  const node = childOf(statement, 'declaration') ?? statement;
  if (node.type === 'VariableDeclaration')
    return childrenOf(node, 'declarations').map((one) => [nameOf(childOf(one, 'id')), childOf(one, 'init')] as const);
  return node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration' ? [[nameOf(childOf(node, 'id')), null]] : [];
}

/** The values whose types a type refers to: `typeof names`, `typeof table.rows`. */
function valuesNamedIn(type: SyntaxNode): readonly string[] {
  const found: string[] = [];
  walk(type, (node) => {
    if (node.type !== 'TSTypeQuery') return true;
    let named = childOf(node, 'exprName');
    while (named?.type === 'TSQualifiedName') named = childOf(named, 'left');
    found.push(nameOf(named));
    return false;
  });
  return found;
}

const isPlainReference = (type: SyntaxNode): boolean => type.type === 'TSTypeReference' && childOf(type, 'typeArguments') === null;

/** Words that say nothing by themselves. */
const filler = new Set(
  'a an the this that is are its it of for to in on with by and or from new get gets return returns create creates make makes'.split(' '),
);

/** The words of a text or name in lower case; camelCase counts as several, and a plural as its singular. */
const wordsOf = (text: string): readonly string[] =>
  (text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g) ?? []).map((word) => word.toLowerCase().replace(/(?<=..)s$/, ''));

/** Whether a doc comment contains a word that its export's name does not. */
function saysMore(doc: string, name: string): boolean {
  const known = new Set(wordsOf(name));
  return (doc.match(/[\p{L}\d]+/gu) ?? []).some(
    (each) => !filler.has(each.toLowerCase()) && wordsOf(each).some((word) => !known.has(word)),
  );
}

/** Local names in `export { … }` without a source, and in `export default name`. */
function namesPassedOn(statement: SyntaxNode): readonly string[] {
  if (statement.type === 'ExportDefaultDeclaration') return [nameOf(childOf(statement, 'declaration'))];
  if (statement.type !== 'ExportNamedDeclaration' || childOf(statement, 'source') !== null) return [];
  return childrenOf(statement, 'specifiers').map((specifier) => nameOf(childOf(specifier, 'local')));
}

/** An identifier's name; '' for anything else, which no declaration is called. */
const nameOf = (node: SyntaxNode | null): string => (node?.type === 'Identifier' ? String(node['name']) : '');

function declaredBy(statement: SyntaxNode): readonly Declared[] {
  const exported = statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration';
  const node = exported ? childOf(statement, 'declaration') : statement;
  const as = (kind: ExportKind, declaration: SyntaxNode, id: SyntaxNode | null): readonly Declared[] => {
    const name = nameOf(id) || (exported ? 'default' : '');
    return [{ at: statement, name, kind, exported, node: declaration }];
  };
  switch (node?.type) {
    case 'FunctionDeclaration':
    case 'TSDeclareFunction':
      return as('function', node, childOf(node, 'id'));
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return as('function', node, null);
    case 'ClassDeclaration':
      return as('class', node, childOf(node, 'id'));
    case 'TSInterfaceDeclaration':
      return as('interface', node, childOf(node, 'id'));
    case 'TSTypeAliasDeclaration':
      return as('type', node, childOf(node, 'id'));
    case 'VariableDeclaration':
      return childrenOf(node, 'declarations').flatMap((one) => {
        const made = functionIn(childOf(one, 'init'));
        return made === null ? [] : as('function', made, childOf(one, 'id'));
      });
    default:
      return [];
  }
}

/** Calls that give a component back as a component. */
const wrappers = new Set(['memo', 'forwardRef']);

/** The function that an expression is, also under `satisfies`, `as`, `memo` and `forwardRef`; null if it is something else. */
function functionIn(node: SyntaxNode | null): SyntaxNode | null {
  switch (node?.type) {
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return node;
    case 'TSSatisfiesExpression':
    case 'TSAsExpression':
    case 'ParenthesizedExpression':
      return functionIn(childOf(node, 'expression'));
    case 'CallExpression': {
      const callee = childOf(node, 'callee');
      const called = callee?.type === 'MemberExpression' ? childOf(callee, 'property') : callee;
      return wrappers.has(nameOf(called)) ? functionIn(childrenOf(node, 'arguments')[0] ?? null) : null;
    }
    default:
      return null;
  }
}

/** The name of the type of a function's first parameter, also inside `Readonly<…>`; '' if it has none. */
function propsOf(node: SyntaxNode): string {
  const annotation = childOf(childrenOf(node, 'params')[0] ?? node, 'typeAnnotation');
  const reference = annotation === null ? null : childOf(annotation, 'typeAnnotation');
  if (reference?.type !== 'TSTypeReference') return '';
  const name = nameOf(childOf(reference, 'typeName'));
  if (name !== 'Readonly') return name;
  const [inner] = childrenOf(childOf(reference, 'typeArguments') ?? reference, 'params');
  return inner?.type === 'TSTypeReference' ? nameOf(childOf(inner, 'typeName')) : '';
}

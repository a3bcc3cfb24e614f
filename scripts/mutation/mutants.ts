import { childOf, childrenOf, parse, type SyntaxNode, walk } from '../syntax.ts';

/** Kinds of changes: a negated condition, a boundary moved by one, another return value, a removed call. */
export type MutationKind = 'condition' | 'boundary' | 'return' | 'call';

/** One change in one file. Offsets count UTF-16 units. */
export interface Mutant {
  readonly path: string;
  readonly kind: MutationKind;
  readonly start: number;
  readonly end: number;
  /** From 1. */
  readonly line: number;
  readonly was: string;
  readonly becomes: string;
}

const boundaries: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };
const turned: Readonly<Record<string, string>> = { '===': '!==', '!==': '===', '&&': '||', '||': '&&' };

/** The source with the change applied. */
export function mutated(source: string, { start, end, becomes }: Mutant): string {
  return source.slice(0, start) + becomes + source.slice(end);
}

/**
 * All mutants of a source, in order. Types are excluded, since they do not exist at run time. Conditions are not negated twice: in `if (a
 * === b)` only the comparison is changed.
 */
export function mutantsOf(path: string, source: string): readonly Mutant[] {
  const found: Mutant[] = [];
  const lineAt = lines(source);
  const add = (kind: MutationKind, { start, end }: Pick<SyntaxNode, 'start' | 'end'>, becomes: string): void => {
    found.push({ path, kind, start, end, line: lineAt(start), was: source.slice(start, end), becomes });
  };
  const textOf = ({ start, end }: SyntaxNode): string => source.slice(start, end);
  /** Adds a mutant with another operator for a binary expression, if there is one. */
  const turn = (kind: MutationKind, node: SyntaxNode, others: Readonly<Record<string, string>>): void => {
    const [left, right] = [childOf(node, 'left'), childOf(node, 'right')];
    const { operator } = node;
    const other = typeof operator === 'string' ? others[operator] : undefined;
    if (left === null || right === null || typeof operator !== 'string' || other === undefined) return;
    const at = source.indexOf(operator, left.end);
    add(kind, node, source.slice(node.start, at) + other + source.slice(at + operator.length, node.end));
  };
  /** Negates a condition that has no operator to change. */
  const negate = (test: SyntaxNode | null): void => {
    if (test === null) return;
    if (test.type === 'BinaryExpression' && typeof test['operator'] === 'string' && test['operator'] in turned) return;
    if (test.type === 'UnaryExpression' && test['operator'] === '!') {
      const inner = childOf(test, 'argument');
      if (inner !== null) add('condition', test, textOf(inner));
      return;
    }
    add('condition', test, `!(${textOf(test)})`);
  };
  const returned = (value: SyntaxNode | null): void => {
    if (value === null) return;
    const other = otherThan(value, textOf(value));
    if (other !== null) add('return', value, other);
  };

  walk(parse(path, source).program, (node, parent) => {
    if (node.type.startsWith('TS') && !runs.has(node.type)) return false;
    switch (node.type) {
      case 'BinaryExpression':
        turn('boundary', node, boundaries);
        turn('condition', node, turned);
        break;
      case 'LogicalExpression':
        turn('condition', node, turned);
        break;
      case 'IfStatement':
      case 'ConditionalExpression':
      case 'WhileStatement':
        negate(childOf(node, 'test'));
        break;
      case 'ReturnStatement':
        returned(childOf(node, 'argument'));
        break;
      case 'ArrowFunctionExpression': {
        const body = childOf(node, 'body');
        if (body !== null && body.type !== 'BlockStatement') returned(body);
        break;
      }
      case 'ExpressionStatement':
        if (isCall(childOf(node, 'expression')) && parent?.type !== 'ArrowFunctionExpression') add('call', node, ';');
        break;
      default:
    }
    return true;
  });
  return found.sort((a, b) => a.start - b.start || a.end - b.end);
}

/** TypeScript nodes that contain an expression evaluated at run time. */
const runs: ReadonlySet<string> = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']);

/** True if an expression is a call for its effect: `f()`, `await f()`, `void f()`. */
function isCall(node: SyntaxNode | null): boolean {
  if (node === null) return false;
  if (node.type === 'CallExpression') return true;
  if (node.type === 'ChainExpression') return isCall(childOf(node, 'expression'));
  const wrapped = node.type === 'AwaitExpression' || (node.type === 'UnaryExpression' && node['operator'] === 'void');
  return wrapped && isCall(childOf(node, 'argument'));
}

/** Source of another value of the same kind; null if there is none, or if its operator is mutated already. */
function otherThan(node: SyntaxNode, text: string): string | null {
  switch (node.type) {
    case 'Literal': {
      const { value } = node;
      if (typeof value === 'boolean') return String(!value);
      if (typeof value === 'number') return `(${text} + 1)`;
      if (typeof value === 'string') return value === '' ? "'mutated'" : "''";
      return value === null && text === 'null' ? 'undefined' : null;
    }
    case 'ArrayExpression':
      return childrenOf(node, 'elements').length === 0 ? null : '[]';
    case 'TemplateLiteral':
      return "''";
    case 'Identifier':
      return node['name'] === 'undefined' ? null : 'undefined';
    case 'LogicalExpression':
      return null;
    case 'BinaryExpression':
      return typeof node['operator'] === 'string' && (node['operator'] in turned || node['operator'] in boundaries) ? null : 'undefined';
    case 'UnaryExpression':
      return node['operator'] === '!' ? `!(${text})` : node['operator'] === 'void' ? null : 'undefined';
    // The branches or the condition of a ternary are mutated themselves.
    case 'ConditionalExpression':
      return null;
    // Assignments are made for their effect, not for a value: `() => (held = null)`.
    case 'AssignmentExpression':
    case 'UpdateExpression':
      return null;
    case 'JSXElement':
    case 'JSXFragment':
      return 'null';
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return null;
    // `x satisfies never`: unreachable, as the compiler proves.
    case 'TSSatisfiesExpression':
      return childOf(node, 'typeAnnotation')?.type === 'TSNeverKeyword' ? null : 'undefined';
    case 'ParenthesizedExpression': {
      const inner = childOf(node, 'expression');
      return inner === null ? null : otherThan(inner, text);
    }
    default:
      return 'undefined';
  }
}

/** Returns a function from an offset to its line, from 1. */
function lines(source: string): (offset: number) => number {
  const starts = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return (offset) => starts.findLastIndex((start) => start <= offset) + 1;
}

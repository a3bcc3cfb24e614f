import { childOf, childrenOf, parse, type SyntaxNode, walk } from '../syntax.ts';

/** What is done to a program: a condition turned round, a boundary moved by one, another value returned, a call left out. */
export type MutationKind = 'condition' | 'boundary' | 'return' | 'call';

/** One change of one file. Offsets count UTF-16 units. */
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

/** The source with the change in it. */
export function mutated(source: string, { start, end, becomes }: Mutant): string {
  return source.slice(0, start) + becomes + source.slice(end);
}

/**
 * Every mutant of a source, in its order. Types are none of it: nothing is left of them at run time. A negation is not turned twice: of `if (a === b)` the
 * comparison is turned and not the whole once more.
 */
export function mutantsOf(path: string, source: string): readonly Mutant[] {
  const found: Mutant[] = [];
  const lineAt = lines(source);
  const add = (kind: MutationKind, { start, end }: Pick<SyntaxNode, 'start' | 'end'>, becomes: string): void => {
    found.push({ path, kind, start, end, line: lineAt(start), was: source.slice(start, end), becomes });
  };
  const textOf = ({ start, end }: SyntaxNode): string => source.slice(start, end);
  /** An expression of two sides with another operator, where there is one. */
  const turn = (kind: MutationKind, node: SyntaxNode, others: Readonly<Record<string, string>>): void => {
    const [left, right] = [childOf(node, 'left'), childOf(node, 'right')];
    const { operator } = node;
    const other = typeof operator === 'string' ? others[operator] : undefined;
    if (left === null || right === null || typeof operator !== 'string' || other === undefined) return;
    const at = source.indexOf(operator, left.end);
    add(kind, node, source.slice(node.start, at) + other + source.slice(at + operator.length, node.end));
  };
  /** A condition by itself, which no operator of its own turns. */
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

/** Nodes of TypeScript's that hold an expression which runs. */
const runs: ReadonlySet<string> = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']);

/** Whether an expression is a call that is made for what it does: `f()`, `await f()`, `void f()`. */
function isCall(node: SyntaxNode | null): boolean {
  if (node === null) return false;
  if (node.type === 'CallExpression') return true;
  if (node.type === 'ChainExpression') return isCall(childOf(node, 'expression'));
  const wrapped = node.type === 'AwaitExpression' || (node.type === 'UnaryExpression' && node['operator'] === 'void');
  return wrapped && isCall(childOf(node, 'argument'));
}

/** Another value of the same kind as what is returned, as text; null where there is none that differs, or where an operator in it is turned already. */
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
    // Both branches of a choice, or the condition of it, are turned where they stand.
    case 'ConditionalExpression':
      return null;
    // What is assigned or called for what it does is no value: `() => (held = null)`.
    case 'AssignmentExpression':
    case 'UpdateExpression':
      return null;
    case 'JSXElement':
    case 'JSXFragment':
      return 'null';
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return null;
    // `x satisfies never`: the compiler vouches that nobody comes there.
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

/** The line of an offset, from 1. */
function lines(source: string): (offset: number) => number {
  const starts = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return (offset) => starts.findLastIndex((start) => start <= offset) + 1;
}

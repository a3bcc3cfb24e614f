import { deedLabels } from '../src/domain/claims/told.ts';
import { childOf, childrenOf, isNode, parse, type SyntaxNode } from './syntax.ts';

/** Words that claim by themselves anywhere in a view (issue 14, point 9), in addition to those of docs/CLAIMS.md. */
const wordsOfTheIssue =
  'Verified|Intact|Signed|Sealed|Locked|Live|Connected|Measured|Updated|On target|Healthy|Performing|Paid|Sent|Saved|Gone|Signed out|Revoked|Nothing unsent|Complete'.split(
    '|',
  );

/** A text in a view that uses a listed word as a claim. Template holes, and elements between texts, are written as `…`. */
export interface ClaimText {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

/**
 * A text that contains a listed word without claiming anything. The check fails if the file contains it more or fewer times than stated.
 */
export interface AllowedText {
  readonly text: string;
  /** Default 1. */
  readonly times?: number;
  readonly why: AllowedWhy;
}
/** Why a text with a listed word claims nothing, or claims it rightly. */
export type AllowedWhy =
  | 'filter option'
  | 'column head'
  /** Names a figure, place or value beside it, which itself shows its age. */
  | 'label'
  /** Explains how something works or what an act would do. */
  | 'help'
  | 'sample page without data'
  /** Reports a problem or a stop, with a word that means success elsewhere. */
  | 'no success'
  /** Word, shape or colour of a claim, in the component that renders it. */
  | 'draws a claim'
  /** Always true where it is shown. */
  | 'true of itself';
/** Allowed texts by file, relative to the root. */
export type AllowedTexts = Readonly<Record<string, readonly AllowedText[]>>;

/** Folders of views, relative to the root. src/domain/claims decides claims and may use the words. */
export const viewFolders = ['src/ui', 'src/app', 'src/screens', 'src/verifyPage'] as const;
/** True if a file (path from the root with forward slashes) is a view: a source in one of those folders, and not a test. */
export function isView(path: string): boolean {
  return viewFolders.some((folder) => path.startsWith(`${folder}/`)) && /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path);
}

/**
 * The words of success: the first column of the table in docs/CLAIMS.md, the words for completed acts (one hole in that table), and those
 * of the issue.
 */
export function listedLabels(claimsTable: string): readonly string[] {
  const ofTable = claimsTable
    .split('\n')
    .filter((line) => line.startsWith('| ') && line.includes('`'))
    .flatMap((line) => (line.split('|')[1] ?? '').split(', '))
    .map((word) => word.trim());
  const ofDeeds = Object.values(deedLabels).map((word) => word.replaceAll('{of}', '…'));
  return [...new Set([...wordsOfTheIssue, ...ofTable, ...ofDeeds])].filter((word) => /\p{L}/u.test(word));
}

/**
 * What may follow a word that is a claim: an end, punctuation, a hole, a number, or words for where, when and by whom. Before a noun the
 * word is only an adjective.
 */
const follows =
  '(?=$|[.!]|\\s*[·:;,(–—]|\\s*…|\\s\\d|\\s(?:here|offline|now|just|again|already|today|ago|since|at|on|by|from|to|with|for|over|in|as|successfully|so far|this)\\b)';
/** The same after a subject, where a comma continues the sentence. */
const followsSubject = follows.replace(',', '');
/** Beginnings that negate the claim, make it conditional, past or future, or contain a subordinate clause. */
const takesBack =
  /\b(?:not|no|never|none|nobody|nothing|neither|without|cannot|can|could|may|must|will|would|be|being|been|was|were|had|if|when|once|until|unless|before|after|while|whether|that|which|who|or|stay|how)\b|n’t\b|[.?;:]/iu;
const longestLead = 5;

/** Creates a test whether a text (one line, holes as `…`) uses one of these words as a claim. */
export function claimTest(words: readonly string[]): (text: string) => boolean {
  const anything = '(?:…|\\S+(?: \\S+){0,2}?)';
  const pattern = (word: string) => word.replaceAll(/[.*+?^${}()|[\]\\]/gu, '\\$&').replaceAll('…', anything);
  const asLower = (word: string) => pattern(word.slice(0, 1).toLowerCase() + word.slice(1));
  const oneOf = (patterns: readonly string[]) => `(?:${patterns.join('|')})`;
  // 'On' and other short words begin too many sentences: they count only alone or before punctuation.
  const long = words.filter((word) => word.length > 2);
  const signedIn = '(?! (?:in|out|up|off)\\b)'; // phrasal verbs with another meaning; 'Signed out' and 'Set up' are listed as a whole
  const exact = new RegExp(`^${oneOf(words.map(pattern))}$`, 'u');
  const exactLower = new RegExp(`^${oneOf(words.map(asLower))}$`, 'u');
  const begins = new RegExp(`^${oneOf(long.map(pattern))}${signedIn}${follows}`, 'u');
  const stopped = new RegExp(`^${oneOf(words.map(pattern))}\\s*[·:;,(.]`, 'u');
  const saidOf = new RegExp(
    `^(.*?\\S) ?${oneOf(long.filter((word) => !word.startsWith('…')).map((word) => `(?<=[\\s…])${asLower(word)}`))}${signedIn}${followsSubject}`,
    'u',
  );
  return (text) => {
    if (exact.test(text) || exactLower.test(text) || begins.test(text) || stopped.test(text)) return true;
    const lead = saidOf.exec(text)?.[1];
    return lead !== undefined && lead.split(' ').length <= longestLead && !takesBack.test(lead);
  };
}

/** The claiming texts in a view's source. @throws if the source is not valid TypeScript */
export function claimTexts(file: string, source: string, claims: (text: string) => boolean): readonly ClaimText[] {
  const found: ClaimText[] = [];
  for (const { text: raw, start, shown } of textsOf(parse(file, source).program)) {
    const text = raw.replaceAll(/\s+/gu, ' ').trim();
    const bare = text.replace(/^[\s·,:;.(–—]+/u, '').replace(/[\s·,:;.!)–—]+$/u, '');
    // A single lower-case word that is not rendered itself is a value for code.
    if (!shown && /^\p{Ll}[^\s…]*$/u.test(bare)) continue;
    // Ignore elements before the word, such as an icon.
    if (claims(bare) || claims(bare.replace(/^(?:…\s*)+/u, '')))
      found.push({ file, line: source.slice(0, start).split('\n').length, text });
  }
  return found;
}

interface Piece {
  readonly text: string;
  readonly start: number;
  /** Rendered as it is: text inside an element, or the value of a hole in one. */
  readonly shown: boolean;
}

/** Attributes whose values are not shown to readers. */
const unread = /^(?:className|class|key|id|href|to|htmlFor|role|ref|style|data-.*)$/u;
/** Methods that compare or look up their argument. */
const comparing = new Set([
  'includes',
  'has',
  'get',
  'indexOf',
  'startsWith',
  'endsWith',
  'match',
  'matches',
  'closest',
  'querySelector',
  'querySelectorAll',
]);
const comparisons = new Set(['===', '!==', '==', '!=', 'in', '<', '>', '<=', '>=']);

function* textsOf(node: SyntaxNode, shown = false): Generator<Piece> {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
    case 'TSLiteralType':
    case 'TSTypeAliasDeclaration':
    case 'TSInterfaceDeclaration':
    case 'TSTypeAnnotation':
      return;
    case 'Literal':
      if (typeof node['value'] === 'string') yield { text: node['value'], start: node.start, shown };
      return;
    case 'TemplateLiteral':
      yield { text: flat(node) ?? '', start: node.start, shown };
      for (const hole of childrenOf(node, 'expressions')) yield* textsOf(hole, true);
      return;
    case 'BinaryExpression': {
      const sides = [childOf(node, 'left'), childOf(node, 'right')].filter((side) => side !== null);
      const joined = node['operator'] === '+' ? flat(node) : null;
      if (joined !== null) yield { text: joined, start: node.start, shown };
      for (const side of sides) {
        if (comparisons.has(String(node['operator'])) && isText(side)) continue;
        // Joined text was already reported as a whole; only its holes remain.
        yield* joined === null ? textsOf(side, shown) : holesOf(side);
      }
      return;
    }
    case 'ConditionalExpression':
    case 'LogicalExpression':
      for (const [name, child] of Object.entries(node)) if (isNode(child)) yield* textsOf(child, shown && name !== 'test');
      return;
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'JSXExpressionContainer':
      yield* below(node, shown);
      return;
    case 'Property':
    case 'PropertyDefinition': {
      const value = childOf(node, 'value');
      if (value !== null) yield* textsOf(value);
      return;
    }
    case 'MemberExpression': {
      const object = childOf(node, 'object');
      const property = childOf(node, 'property');
      if (object !== null) yield* textsOf(object);
      if (property !== null && !isText(property)) yield* textsOf(property);
      return;
    }
    case 'SwitchCase':
      for (const each of childrenOf(node, 'consequent')) yield* textsOf(each);
      return;
    case 'CallExpression': {
      const callee = childOf(node, 'callee');
      const method = callee?.type === 'MemberExpression' ? childOf(callee, 'property')?.['name'] : undefined;
      if (typeof method === 'string' && comparing.has(method)) {
        for (const each of [...childrenOf(node, 'arguments'), childOf(callee ?? node, 'object')])
          if (each !== null && !isText(each) && each.type !== 'ArrayExpression') yield* textsOf(each);
        return;
      }
      yield* below(node, false);
      return;
    }
    case 'JSXAttribute': {
      const name = childOf(node, 'name');
      const value = childOf(node, 'value');
      if (value !== null && !unread.test(String(name?.['name'] ?? ''))) yield* textsOf(value);
      return;
    }
    case 'JSXElement':
    case 'JSXFragment': {
      const opening = childOf(node, 'openingElement');
      if (opening !== null) yield* below(opening, false);
      yield* textsInTags(childrenOf(node, 'children'));
      return;
    }
    default:
      yield* below(node, false);
  }
}

function* below(node: SyntaxNode, shown: boolean): Generator<Piece> {
  for (const value of Object.values(node)) {
    if (isNode(value)) yield* textsOf(value, shown);
    else if (Array.isArray(value)) for (const one of value) if (isNode(one)) yield* textsOf(one, shown);
  }
}

/** The children of an element as one text, and the values of its holes. */
function* textsInTags(children: readonly SyntaxNode[]): Generator<Piece> {
  const texts = children.map((child) => ({ child, text: flatInTags(child) }));
  const first = texts.find(({ text }) => text !== null && text.trim() !== '');
  if (first !== undefined) {
    const indent = /^\s*/u.exec(first.text ?? '')?.[0].length ?? 0;
    yield { text: texts.map(({ text }) => text ?? '…').join(''), start: first.child.start + indent, shown: true };
  }
  for (const { child, text } of texts) yield* text === null ? textsOf(child, true) : holesOf(child);
}

/** Values of the holes in a text that was already reported. */
function* holesOf(node: SyntaxNode): Generator<Piece> {
  if (node.type === 'Literal' || node.type === 'JSXText') return;
  if (node.type === 'TemplateLiteral') for (const hole of childrenOf(node, 'expressions')) yield* textsOf(hole, true);
  else if (node.type === 'BinaryExpression' && flat(node) !== null) {
    for (const side of [childOf(node, 'left'), childOf(node, 'right')]) if (side !== null) yield* holesOf(side);
  } else if (node.type === 'JSXExpressionContainer' || node.type === 'ParenthesizedExpression') {
    const inner = childOf(node, 'expression');
    if (inner !== null) yield* holesOf(inner);
  } else yield* textsOf(node, true);
}

const isText = (node: SyntaxNode): boolean => flat(node) !== null;

function flatInTags(child: SyntaxNode): string | null {
  if (child.type === 'JSXText') return typeof child['value'] === 'string' ? child['value'] : null;
  const inner = child.type === 'JSXExpressionContainer' ? childOf(child, 'expression') : null;
  if (inner?.type === 'JSXEmptyExpression') return '';
  return inner === null ? null : flat(inner);
}

/** A literal, a template, or texts joined by `+`, as one text with `…` for holes; null for anything else. */
function flat(node: SyntaxNode): string | null {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : null;
  if (node.type === 'ParenthesizedExpression') return flat(childOf(node, 'expression') ?? node);
  if (node.type === 'TemplateLiteral')
    return childrenOf(node, 'quasis')
      .map(({ value }) => (typeof value === 'object' && value !== null && 'cooked' in value ? String(value.cooked) : ''))
      .join('…');
  if (node.type !== 'BinaryExpression' || node['operator'] !== '+') return null;
  const sides = [childOf(node, 'left'), childOf(node, 'right')].map((side) => (side === null ? null : flat(side)));
  return sides.every((side) => side === null) ? null : sides.map((side) => side ?? '…').join('');
}

/** The messages of the check; empty if all is well. */
export function judgeClaimTexts(
  found: readonly ClaimText[],
  allowed: AllowedTexts,
): { readonly refused: readonly ClaimText[]; readonly gone: readonly string[] } {
  const count = (file: string, text: string) => found.filter((one) => one.file === file && one.text === text).length;
  const fits = (file: string, text: string) => {
    const entry = allowed[file]?.find((one) => one.text === text);
    return entry !== undefined && count(file, text) <= (entry.times ?? 1);
  };
  const gone = Object.entries(allowed).flatMap(([file, texts]) =>
    texts.flatMap(({ text, times = 1 }) => {
      const there = count(file, text);
      return there < times ? [`${file}: '${text}' is allowed ${times === 1 ? 'once' : `${times} times`} and there ${there} times`] : [];
    }),
  );
  return { refused: found.filter(({ file, text }) => !fits(file, text)), gone };
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../scripts/root.mjs';
import { childOf, parse, type SyntaxNode, walk } from '../../scripts/syntax.ts';

/** Names of money amounts, on the wire and in rows. */
const amounts = new Set(
  `amount payment_amount financedAmount financed_amount totalProjectCost total_cost totalFinancedAmount receivablesValue
  receivables_value receivables totalReceivables totalPaid totalPending availableFunding
  available_funding recycledCapital recycled_capital pendingPackaging pending_packaging verifiedEnergyCharges costSavings paidAmount minor`.split(
    /\s+/u,
  ),
);
/** Files in which arithmetic on amounts is allowed, with the reason. */
const allowed: Readonly<Record<string, string>> = {
  'src/domain/finance/emissions.ts': 'the attribution factor is the document’s formula over one asset’s two amounts of one currency',
  'src/domain/format.ts': 'thousands are a way of writing',
  'src/domain/figures/funded.ts': 'a fold adds and takes back minor units of one currency',
};
const arithmetic = new Set(['+', '-', '*', '/', '%', '+=', '-=', '*=', '/=']);

function isAmount(node: SyntaxNode | null): boolean {
  if (node === null) return false;
  if (node.type === 'LogicalExpression') return isAmount(childOf(node, 'left'));
  if (node.type === 'ConditionalExpression') return isAmount(childOf(node, 'consequent')) || isAmount(childOf(node, 'alternate'));
  if (node.type === 'MemberExpression') return isAmount(childOf(node, 'property'));
  if (node.type === 'ParenthesizedExpression' || node.type === 'TSNonNullExpression') return isAmount(childOf(node, 'expression'));
  return node.type === 'Identifier' && amounts.has(String(node['name']));
}

/** Source lines that add, subtract, multiply or divide an amount, or that read rates outside their folder. */
function countedIn(name: string, text: string): string[] {
  const found: string[] = [];
  const lineOf = (node: SyntaxNode): string => `${name}:${text.slice(0, node.start).split('\n').length}`;
  walk(parse(name, text).program, (node) => {
    const counts = (node.type === 'BinaryExpression' || node.type === 'AssignmentExpression') && arithmetic.has(String(node['operator']));
    if (counts && (isAmount(childOf(node, 'left')) || isAmount(childOf(node, 'right'))))
      found.push(`${lineOf(node)} ${text.slice(node.start, node.end).split('\n')[0]}`);
    // A conversion in SQL would use its own rounding.
    if (node.type === 'TemplateElement' && /rates\s*->>/u.test(text.slice(node.start, node.end)))
      found.push(`${lineOf(node)} reads rates in SQL`);
    return true;
  });
  return found;
}

it('there is no arithmetic on amounts of money outside its module', { tags: ['S-7', 'D-64'] }, () => {
  const names = ['src', 'server']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path.replaceAll('\\', '/')}`),
    )
    .filter((name) => /\.tsx?$/u.test(name) && !name.includes('.test.') && !name.startsWith('src/domain/money/'));
  expect(names.length).toBeGreaterThan(500);
  for (const name of Object.keys(allowed)) expect(names).toContain(name);
  const found = names.filter((name) => !(name in allowed)).flatMap((name) => countedIn(name, readFileSync(join(root, name), 'utf8')));
  expect(found).toEqual([]);
});

it('the check sees a sum, a product, a conversion in SQL, and lets a comparison be', { tags: ['S-7'] }, () => {
  const seen = (text: string) => countedIn('one.ts', text).length;
  expect(seen('const sum = rows.reduce((total, { amount }) => total + amount, 0);')).toBe(1);
  expect(seen('const sum = before + (paid ? payment.amount : 0);')).toBe(1);
  expect(seen('const own = row.receivables_value * rate;')).toBe(1);
  expect(seen('let paid = 0; paid += (one.totalPaid ?? 0);')).toBe(1);
  expect(seen('const q = sql`select (fx.rates ->> p.currency)::float8`;')).toBe(1);
  expect(seen('const more = a.financedAmount > a.totalProjectCost && amount === 0;')).toBe(0);
});

/** Order of two column values: numbers by size, texts alphabetically with natural numbers ('item 2' before 'item 10'). */
export function compareValues(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a).localeCompare(String(b), 'en', { numeric: true, sensitivity: 'base' });
}

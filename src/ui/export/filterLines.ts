import type { ExportFilter } from '../../contracts/export.ts';

/** The filter of an export, one line per field: 'siteCode' becomes 'Site code'. Without a filter, one line says so. */
export function filterLines(filter: ExportFilter): readonly { readonly name: string; readonly value: string }[] {
  const lines = Object.entries(filter).map(([name, value]) => {
    const words = name.replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
    return { name: `${words.charAt(0).toUpperCase()}${words.slice(1)}`, value: String(value) };
  });
  return lines.length > 0 ? lines : [{ name: 'Filter', value: 'None: all rows' }];
}

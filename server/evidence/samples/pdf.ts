/** A valid PDF 1.4 of plain lines on A4, with as many pages as needed. Printable ASCII only; other characters become '?'. */
export function pdf(title: string, lines: readonly string[]): Uint8Array {
  const perPage = 46;
  const pages: string[][] = [];
  for (let at = 0; at === 0 || at < lines.length; at += perPage) pages.push(lines.slice(at, at + perPage));
  const text = (line: string): string =>
    line
      .replace(/’/g, "'")
      .replace(/[^\x20-\x7e]/g, '?')
      .replace(/[\\()]/g, (sign) => `\\${sign}`);

  // Objects: 1 catalog, 2 page tree, 3 font, 4 information, then page and content alternately.
  const objects: string[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, page) => `${5 + page * 2} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>',
    `<< /Title (${text(title)}) /Producer (Ukweli sample seed) >>`,
  ];
  for (const [page, own] of pages.entries()) {
    const content = ['BT /F1 9 Tf 56 785 Td 15 TL', `(${text(title)}) Tj T* T*`, ...own.map((line) => `(${text(line)}) Tj T*`), 'ET'].join(
      '\n',
    );
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${6 + page * 2} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    );
  }
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 4 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Uint8Array.from(Buffer.from(file, 'latin1'));
}

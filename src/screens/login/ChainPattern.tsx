/** Decoration: links of a chain, some of them checked. Every second row is offset by half a step. */
const step = 76;
const columns = 10;
const rows = 8;
/** Column of the checked link in each row. */
const checked = [5, 8, 0, 3, 6, 9, 1, 4];

/** The drawing behind the sign-in page; hidden from screen readers. */
export function ChainPattern() {
  const links = Array.from({ length: rows }, (_, row) => {
    const count = row % 2 === 0 ? columns : columns - 1;
    return Array.from({ length: count }, (_, column) => ({
      key: `${row}-${column}`,
      x: 38 + (row % 2 === 0 ? 0 : step / 2) + column * step,
      y: 48 + row * step,
      isChecked: checked[row] === column,
      isLast: column === count - 1,
    }));
  }).flat();
  return (
    <svg className="login-chain" viewBox="0 0 760 640" preserveAspectRatio="xMidYMin slice" aria-hidden="true">
      {links.map((link) => (
        <g key={link.key} transform={`translate(${link.x} ${link.y})`} fill="none" stroke="#fff">
          <circle r="15" strokeOpacity={link.isChecked ? 0.5 : 0.13} strokeWidth="1.2" />
          {link.isChecked && (
            <path d="M-6 .5l4 4 8-8.5" strokeOpacity=".85" strokeWidth="1.8" strokeLinecap="round" strokeLinejoin="round" />
          )}
          {!link.isLast && <path d={`M15 0H${step - 15}`} strokeOpacity=".1" strokeWidth="1.2" />}
        </g>
      ))}
    </svg>
  );
}

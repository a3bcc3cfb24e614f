/** The logo: a U that is a tick, on evergreen. Decorative; the name stands beside it. */
export function Logo({ size = 26 }: { readonly size?: number }) {
  const stroke = {
    fill: 'none',
    stroke: 'var(--accent-ink)',
    strokeWidth: '2.1',
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
  } as const;
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <rect width="24" height="24" rx="6" fill="var(--accent)" />
      <path d="M6.6 6.2v5.3a5.4 5.4 0 0 0 5.4 5.4 5.4 5.4 0 0 0 5.4-5.4V7.4" {...stroke} />
      <path d="M9.3 10.9l2.3 2.3 5.7-6.1" {...stroke} />
    </svg>
  );
}

/** The product's mark. Decorative: the name is always beside it. */
export const Logo = ({ size = 28 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="7" fill="var(--mantine-primary-color-filled)" />
    <path d="M8 10h16M16 10v13" stroke="#fff" strokeWidth="3.2" strokeLinecap="round" />
    <circle cx="23" cy="21.5" r="2.4" fill="#f7dcaf" />
  </svg>
)

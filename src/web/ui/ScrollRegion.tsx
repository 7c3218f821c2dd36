import type { CSSProperties, ReactNode } from 'react'

/** A part that scrolls by itself. It has a name and takes the focus, so that it scrolls by keys too (WCAG 2.1.1). */
export const ScrollRegion = ({
  label,
  role = 'group',
  className,
  style,
  children,
}: {
  label: string
  role?: 'group' | 'region' | 'log'
  className?: string | undefined
  style?: CSSProperties
  children: ReactNode
}) => (
  // biome-ignore lint/a11y/useAriaPropsSupportedByRole: every role that may be given takes a name
  <div role={role} aria-label={label} tabIndex={0} className={className} style={style}>
    {children}
  </div>
)

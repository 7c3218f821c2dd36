import { Button } from '@mantine/core'
import type { ReactNode } from 'react'

/** The text of a toast with a button beside it. */
export const withAction = (text: string, { title, run }: { title: string; run: () => void }): ReactNode => (
  <span style={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 12 }}>
    <span>{text}</span>
    <Button size="compact-xs" variant="default" onClick={run}>
      {title}
    </Button>
  </span>
)

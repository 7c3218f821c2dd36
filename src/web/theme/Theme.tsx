import '@mantine/core/styles.layer.css'
import '@fontsource-variable/inter/wght.css'
import './global.css'
import { MantineProvider } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { type Accent, DEFAULT_ACCENT } from './palette.ts'
import { cssVariables, themeFor } from './theme.ts'

/** The nonce that the server put into the page; style tags without it are refused by the policy. */
const styleNonce = (): string => document.querySelector<HTMLElement>('[property="csp-nonce"]')?.nonce ?? ''

// The scroll lock of dialogs writes a style tag of its own and looks for its nonce under this name.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() })

/** Mantine with the product's tokens and the accent given. */
export const Theme = ({ accent = DEFAULT_ACCENT, children }: { accent?: Accent; children: ReactNode }) => {
  const theme = useMemo(() => themeFor(accent), [accent])
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto" getStyleNonce={styleNonce}>
      {children}
    </MantineProvider>
  )
}

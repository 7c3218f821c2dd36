import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { put } from '../api/client.ts'
import { t } from '../i18n/index.ts'

/** The other colour scheme: its label, and the function that chooses it. */
export function useSchemeToggle(): { dark: boolean; title: string; toggle: () => void } {
  const { setColorScheme } = useMantineColorScheme()
  const dark = useComputedColorScheme('light') === 'dark'
  const toggle = () => {
    setColorScheme(dark ? 'light' : 'dark')
    // The browser remembers the choice by itself; the server's memory is for the user's other devices.
    put('user/dark_mode', { is_dark: dark ? 0 : 1 }).catch(() => undefined)
  }
  return { dark, title: t(dark ? 'header.light' : 'header.dark'), toggle }
}

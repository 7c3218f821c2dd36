import { type CSSVariablesResolver, createTheme, type MantineThemeOverride } from '@mantine/core'
import { type Accent, palette } from './palette.ts'

const FONT = "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif"

/** The product's theme with an application's accent: 14 px text, radius 6, a 4 px grid, borders instead of shadows. */
export const themeFor = (accent: Accent): MantineThemeOverride =>
  createTheme({
    colors: palette,
    primaryColor: accent,
    primaryShade: { light: 8, dark: 8 },
    black: '#191b1e',
    fontFamily: FONT,
    fontFamilyMonospace: "ui-monospace, 'SF Mono', Menlo, Consolas, monospace",
    fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
    lineHeights: { xs: '1.35', sm: '1.45', md: '1.45', lg: '1.5', xl: '1.4' },
    spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
    radius: { xs: '0.25rem', sm: '0.375rem', md: '0.375rem', lg: '0.5rem', xl: '0.75rem' },
    defaultRadius: 'sm',
    shadows: {
      xs: 'none',
      sm: 'none',
      md: '0 4px 16px rgb(0 0 0 / 0.10)',
      lg: '0 8px 24px rgb(0 0 0 / 0.12)',
      xl: '0 12px 32px rgb(0 0 0 / 0.14)',
    },
    headings: {
      fontFamily: FONT,
      fontWeight: '600',
      sizes: {
        h1: { fontSize: '1.375rem', lineHeight: '1.3' },
        h2: { fontSize: '1.125rem', lineHeight: '1.35' },
        h3: { fontSize: '1rem', lineHeight: '1.4' },
        h4: { fontSize: '0.875rem', lineHeight: '1.45' },
      },
    },
    breakpoints: { xs: '25em', sm: '37.5em', md: '64em', lg: '90em', xl: '104.3125em', '2xl': '120em' },
    respectReducedMotion: true,
    cursorType: 'pointer',
    components: {
      Modal: {
        styles: { title: { fontWeight: 600, fontSize: 16 } },
        // The heading of a dialog, as of a drawer, is no banner of the page.
        defaultProps: {
          attributes: { header: { role: 'presentation' } },
          transitionProps: { duration: 120 },
          overlayProps: { backgroundOpacity: 0.45 },
        },
      },
      Drawer: { defaultProps: { attributes: { header: { role: 'presentation' } }, transitionProps: { duration: 140 } } },
      Menu: { defaultProps: { transitionProps: { duration: 80 }, shadow: 'md' } },
      Popover: { defaultProps: { transitionProps: { duration: 80 }, shadow: 'md' } },
      Tooltip: { defaultProps: { transitionProps: { duration: 80 }, openDelay: 400, withArrow: true } },
    },
  })

/** Mantine's own greys for hints, placeholders and errors fail WCAG AA; these pass in both schemes. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-6)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-6)',
    '--mantine-color-error': 'var(--mantine-color-red-8)',
    '--mantine-color-default-border': 'var(--mantine-color-gray-3)',
    '--mantine-color-default-hover': 'var(--mantine-color-gray-1)',
    '--mantine-color-disabled-color': 'var(--mantine-color-gray-6)',
    '--surface-page': 'var(--mantine-color-white)',
    '--surface-sunken': 'var(--mantine-color-gray-0)',
    '--surface-raised': 'var(--mantine-color-white)',
    '--surface-hover': 'var(--mantine-color-gray-1)',
    '--border': 'var(--mantine-color-gray-2)',
    '--border-strong': 'var(--mantine-color-gray-3)',
    '--accent-soft': 'var(--mantine-primary-color-1)',
    '--accent-text': 'var(--mantine-primary-color-9)',
  },
  dark: {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-2)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-2)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-default-border': 'var(--mantine-color-dark-4)',
    '--mantine-color-disabled-color': 'var(--mantine-color-dark-2)',
    '--surface-page': 'var(--mantine-color-dark-7)',
    '--surface-sunken': 'var(--mantine-color-dark-8)',
    '--surface-raised': 'var(--mantine-color-dark-6)',
    '--surface-hover': 'var(--mantine-color-dark-6)',
    '--border': 'var(--mantine-color-dark-5)',
    '--border-strong': 'var(--mantine-color-dark-4)',
    '--accent-soft': 'color-mix(in srgb, var(--mantine-primary-color-8) 28%, var(--mantine-color-dark-7))',
    '--accent-text': 'var(--mantine-primary-color-3)',
  },
})

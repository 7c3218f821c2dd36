import type { StorybookConfig } from '@storybook/react-vite'
import { everyModule } from './modules.ts'

const PREBUNDLED = [
  'react',
  'react-dom',
  'react-dom/client',
  'react/jsx-runtime',
  'react/jsx-dev-runtime',
  'react-router-dom',
  '@mantine/core',
  '@mantine/dates',
  '@mantine/hooks',
  '@mantine/notifications',
  '@tabler/icons-react',
  '@rjsf/core',
  '@rjsf/utils',
  '@rjsf/validator-ajv8/lib/createPrecompiledValidator.js',
  'ajv/dist/2020.js',
  'ajv-formats',
  '@tanstack/react-query',
  '@tanstack/react-table',
  '@tanstack/react-virtual',
  '@mantine/charts',
  'dayjs',
  'dayjs/plugin/customParseFormat.js',
  ...['de', 'en-gb', 'es', 'es-mx', 'fr', 'it', 'pl', 'pt', 'pt-br', 'tl-ph'].map((locale) => `dayjs/locale/${locale}.js`),
  'decimal.js',
  'i18next',
  'jotai',
  'ky',
  '@marcbachmann/cel-js',
  '@storybook/addon-a11y/preview',
  '@storybook/react-vite',
]

const config: StorybookConfig = {
  stories: ['./start-here.mdx', '../src/web/**/*.stories.tsx'],
  framework: '@storybook/react-vite',
  addons: ['@storybook/addon-a11y', '@storybook/addon-docs', '@storybook/addon-vitest'],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  // Known from the start: a dependency discovered while tests run would load a second React.
  viteFinal: (vite) => ({
    ...vite,
    plugins: [...(vite.plugins ?? []), everyModule()],
    resolve: { ...vite.resolve, dedupe: ['react', 'react-dom'] },
    optimizeDeps: { ...vite.optimizeDeps, include: [...(vite.optimizeDeps?.include ?? []), ...PREBUNDLED] },
    // The application has several entries and fixed file names; a story book has its own page.
    build: { ...vite.build, rolldownOptions: {}, manifest: false },
  }),
}
export default config

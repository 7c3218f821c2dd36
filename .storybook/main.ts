import type { StorybookConfig } from '@storybook/react-vite'

const config: StorybookConfig = {
  stories: ['../src/web/**/*.stories.tsx'],
  framework: '@storybook/react-vite',
  addons: ['@storybook/addon-a11y', '@storybook/addon-docs', '@storybook/addon-vitest'],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  // The application has several entries and fixed file names; a story book has its own page.
  viteFinal: (vite) => ({ ...vite, build: { ...vite.build, rolldownOptions: {}, manifest: false } }),
}
export default config

import type { StorybookConfig } from '@storybook/react-vite'
import tailwindcss from '@tailwindcss/vite'
import { mergeConfig } from 'vite'
import { referencePlugin } from '../src/reference/reference-plugin.js'

const config: StorybookConfig = {
  stories: ['../../../packages/ui/src/**/*.stories.tsx'],
  addons: ['@storybook/addon-a11y'],
  framework: '@storybook/react-vite',
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  // Stories are fixed states: nothing to control, log or step through. The theme has the background.
  features: { controls: false, actions: false, interactions: false, backgrounds: false },
  typescript: { reactDocgen: false, check: false },
  // Packages resolve to their sources, so nothing has to be built before the gallery.
  viteFinal: (base) =>
    mergeConfig(base, {
      plugins: [tailwindcss(), referencePlugin()],
      resolve: { conditions: ['antiphon-source', 'module', 'browser', 'development|production'] },
      build: { chunkSizeWarningLimit: 2_000 },
    }),
}

export default config

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { StorybookConfig } from '@storybook/react-vite'
import tailwindcss from '@tailwindcss/vite'
import { mergeConfig } from 'vite'

const resolve = createRequire(import.meta.url).resolve

/** The frame is a page of its own, which no bundler of ours builds: its type lies in its head. */
function fontFace(family: string, file: string): string {
  const data = readFileSync(resolve(file)).toString('base64')
  return `@font-face{font-family:'${family}';src:url(data:font/woff2;base64,${data}) format('woff2');font-weight:100 900;font-display:swap}`
}

const config: StorybookConfig = {
  stories: ['../src/pages/*.stories.tsx', '../../../packages/*/src/**/*.stories.tsx'],
  addons: ['@storybook/addon-a11y'],
  framework: '@storybook/react-vite',
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  features: {
    // The playground needs controls; the states are fixed and have none (preview.tsx).
    controls: true,
    actions: false,
    interactions: false,
    // The theme has the background.
    backgrounds: false,
    sidebarOnboardingChecklist: false,
    menuOnboardingChecklist: false,
  },
  typescript: { reactDocgen: false, check: false },
  managerHead: (head = '') =>
    `${head}<style>${fontFace('Inter', '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')}${fontFace(
      'JetBrains Mono',
      '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
    )}</style>`,
  // Packages resolve to their sources, so nothing has to be built before the gallery.
  viteFinal: (base) =>
    mergeConfig(base, {
      plugins: [tailwindcss()],
      resolve: { conditions: ['antiphon-source', 'module', 'browser', 'development|production'] },
      build: { chunkSizeWarningLimit: 2_000 },
    }),
}

export default config

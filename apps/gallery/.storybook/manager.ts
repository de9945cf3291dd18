import { CURRENT_STORY_WAS_SET } from 'storybook/internal/core-events'
import { addons } from 'storybook/manager-api'
import { galleryTheme } from '../src/gallery-theme.js'

const ACCESSIBILITY = 'storybook/a11y/panel'
const CONTROLS = 'addon-controls'

addons.setConfig({
  theme: galleryTheme(matchMedia('(prefers-color-scheme: dark)').matches),
  sidebar: { showRoots: true },
  layout: { panelPosition: 'bottom' },
  selectedPanel: ACCESSIBILITY,
})

addons.register('antiphon', (api) => {
  // Only the playground has controls: elsewhere Storybook would show their place, empty.
  let had: boolean | undefined
  let atStart: boolean | undefined
  api.on(CURRENT_STORY_WAS_SET, ({ storyId }: { storyId: string }) => {
    // The first page is not a state of a component, so no panel is below it.
    const isStart = storyId.startsWith('start-here--')
    if (isStart !== atStart) api.togglePanel(!isStart)
    atStart = isStart
    const has = storyId.startsWith('playground--')
    if (has !== had && (has || had !== undefined)) api.setSelectedPanel(has ? CONTROLS : ACCESSIBILITY)
    had = has
  })
})

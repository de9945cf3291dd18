// The gallery's frame is built with the classic JSX transform, which wants this name.
import * as React from 'react'
import { AddonPanel } from 'storybook/internal/components'
import { CURRENT_STORY_WAS_SET } from 'storybook/internal/core-events'
import { addons, types } from 'storybook/manager-api'
import { galleryTheme } from '../src/gallery-theme.js'
import { ReferencePanel } from '../src/panels/reference-panel.js'
import { ScrubPanel } from '../src/panels/scrub-panel.js'

const REFERENCE = 'antiphon/reference'
const CONTROLS = 'addon-controls'

const panel = (active: boolean | undefined, content: React.ReactElement) => (
  <AddonPanel active={active ?? false}>{content}</AddonPanel>
)

addons.setConfig({
  theme: galleryTheme(matchMedia('(prefers-color-scheme: dark)').matches),
  sidebar: { showRoots: true },
  layout: { panelPosition: 'bottom' },
  selectedPanel: REFERENCE,
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
    if (has !== had && (has || had !== undefined)) api.setSelectedPanel(has ? CONTROLS : REFERENCE)
    had = has
  })
  addons.add(REFERENCE, {
    type: types.PANEL,
    title: 'Reference',
    render: ({ active }) => panel(active, <ReferencePanel />),
  })
  addons.add('antiphon/scrub', {
    type: types.PANEL,
    title: 'Scrub a stream',
    render: ({ active }) => panel(active, <ScrubPanel />),
  })
})

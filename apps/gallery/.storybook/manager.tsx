// The gallery's frame is built with the classic JSX transform, which wants this name.
import * as React from 'react'
import { AddonPanel } from 'storybook/internal/components'
import { addons, types } from 'storybook/manager-api'
import { galleryTheme } from '../src/gallery-theme.js'
import { ReferencePanel } from '../src/panels/reference-panel.js'
import { ScrubPanel } from '../src/panels/scrub-panel.js'

const panel = (active: boolean | undefined, content: React.ReactElement) => (
  <AddonPanel active={active ?? false}>{content}</AddonPanel>
)

addons.setConfig({
  theme: galleryTheme(matchMedia('(prefers-color-scheme: dark)').matches),
  sidebar: { showRoots: true },
  layout: { panelPosition: 'bottom' },
})

addons.register('antiphon', () => {
  addons.add('antiphon/reference', {
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

import '../../../packages/ui/css/source.css'
import '../src/stage/fonts.css'
import './preview.css'
import type { Preview } from '@storybook/react-vite'
import { useEffect } from 'react'
import { useGlobals } from 'storybook/preview-api'
import { ContactSheet } from '../src/sheet/contact-sheet.js'
import { stories } from '../src/stories.js'
import { StoryFrame } from '../src/story-frame.js'

const preview: Preview = {
  globalTypes: {
    theme: {
      description: 'Theme',
      toolbar: {
        icon: 'circlehollow',
        items: [
          { value: 'light', title: 'Light' },
          { value: 'dark', title: 'Dark' },
          { value: 'both', title: 'Side by side', icon: 'sidebyside' },
        ],
        dynamicTitle: true,
      },
    },
    view: {
      description: 'One state, or all of the component at once',
      toolbar: {
        icon: 'grid',
        items: [
          { value: 'one', title: 'One state' },
          { value: 'all', title: 'All states' },
        ],
        dynamicTitle: true,
      },
    },
    density: {
      description: 'Density',
      toolbar: {
        icon: 'listunordered',
        items: [
          { value: 'comfortable', title: 'Comfortable' },
          { value: 'compact', title: 'Compact' },
        ],
        dynamicTitle: true,
      },
    },
    direction: {
      description: 'Direction',
      toolbar: {
        icon: 'transfer',
        items: [
          { value: 'ltr', title: 'Left to right' },
          { value: 'rtl', title: 'Right to left' },
        ],
        dynamicTitle: true,
      },
    },
  },
  initialGlobals: {
    theme: 'light',
    view: 'one',
    density: 'comfortable',
    direction: 'ltr',
  },
  parameters: {
    layout: 'fullscreen',
    // States are fixed; the playground has controls.
    controls: { disable: true },
    viewport: {
      options: {
        phone: { name: 'Phone, 390', styles: { width: '390px', height: '844px' }, type: 'mobile' },
        panel: { name: 'Side panel, 320', styles: { width: '320px', height: '800px' }, type: 'mobile' },
        desktop: { name: 'Desktop, 1280', styles: { width: '1280px', height: '900px' }, type: 'desktop' },
      },
    },
    options: {
      storySort: {
        order: [
          'Start here',
          'Playground',
          'Screens',
          'Turn',
          'Reasoning',
          'Errors',
          'Content',
          'User',
          'Composer',
          'Tools',
          'Notices',
          'Controls',
        ],
      },
    },
  },
  decorators: [
    (Story, { globals, parameters, id, title }) => {
      const { theme, view, density, direction } = globals as Record<string, string>
      const [, updateGlobals] = useGlobals()
      useEffect(() => {
        document.documentElement.lang = 'en'
        document.documentElement.dir = direction ?? 'ltr'
        document.documentElement.dataset['theme'] = theme
        document.documentElement.dataset['density'] = density
      }, [theme, density, direction])
      // Pages of the gallery itself are not states of a component.
      const own = stories.filter((story) => story.title === title).map((story) => story.id)
      if (own.includes(id) && (theme === 'both' || view === 'all'))
        return (
          <ContactSheet
            ids={view === 'all' ? own : [id]}
            theme={theme ?? 'light'}
            density={density ?? 'comfortable'}
            direction={direction ?? 'ltr'}
            onChange={updateGlobals}
          />
        )
      return (
        <StoryFrame parameters={parameters}>
          <Story />
        </StoryFrame>
      )
    },
  ],
}

export default preview

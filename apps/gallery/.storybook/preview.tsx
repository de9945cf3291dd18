import '@antiphon/ui/source.css'
import './preview.css'
import type { Preview } from '@storybook/react-vite'
import { useEffect } from 'react'
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
  initialGlobals: { theme: 'light', density: 'comfortable', direction: 'ltr' },
  parameters: {
    layout: 'fullscreen',
    viewport: {
      options: {
        phone: { name: 'Phone, 390', styles: { width: '390px', height: '844px' }, type: 'mobile' },
        panel: { name: 'Side panel, 320', styles: { width: '320px', height: '800px' }, type: 'mobile' },
        desktop: { name: 'Desktop, 1280', styles: { width: '1280px', height: '900px' }, type: 'desktop' },
      },
    },
    options: {
      storySort: {
        order: ['Screens', 'Turn', 'Reasoning', 'Tools', 'Errors', 'Content', 'User', 'Composer'],
      },
    },
  },
  decorators: [
    (Story, { globals, parameters }) => {
      const { theme, density, direction } = globals as Record<string, string>
      useEffect(() => {
        document.documentElement.lang = 'en'
        document.documentElement.dir = direction ?? 'ltr'
        document.documentElement.dataset['theme'] = theme
        document.documentElement.dataset['density'] = density
      }, [theme, density, direction])
      return (
        <StoryFrame parameters={parameters}>
          <Story />
        </StoryFrame>
      )
    },
  ],
}

export default preview

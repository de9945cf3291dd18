import '@antiphon/ui/source.css'
import './preview.css'
import type { Preview } from '@storybook/react-vite'
import { useEffect, useReducer } from 'react'
import { findStream, onOwnStream, servePanels } from '../src/preview-channel.js'
import { ScrubbedTranscript } from '../src/scrub/scrubbed-transcript.js'
import { StoryFrame } from '../src/story-frame.js'

servePanels()

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
  initialGlobals: { theme: 'light', density: 'comfortable', direction: 'ltr', stream: '', at: 0 },
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
        order: [
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
    (Story, { globals, parameters }) => {
      const { theme, density, direction, stream, at } = globals as Record<string, string>
      const [, again] = useReducer((count: number) => count + 1, 0)
      useEffect(() => onOwnStream(again), [])
      useEffect(() => {
        document.documentElement.lang = 'en'
        document.documentElement.dir = direction ?? 'ltr'
        document.documentElement.dataset['theme'] = theme
        document.documentElement.dataset['density'] = density
      }, [theme, density, direction])
      const recording = findStream(stream)
      if (recording) return <ScrubbedTranscript text={recording.text} at={Number(at)} />
      return (
        <StoryFrame parameters={parameters}>
          <Story />
        </StoryFrame>
      )
    },
  ],
}

export default preview

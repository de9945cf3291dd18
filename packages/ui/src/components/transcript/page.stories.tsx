import { checkoutLatency } from '../../fixtures/checkout-latency.js'
import { MediaPreview, type PreviewedMedia } from '../../fixtures/media-preview.js'
import type { Story, StoryMeta } from '../../fixtures/story.js'
import { Composer } from '../composer/composer.js'
import { Transcript } from './transcript.js'

/** States of the page around the kit: devices, zoom, paper. */
const meta: StoryMeta = { title: 'Page', parameters: { screen: true } }
export default meta

const nothing = (): void => {}

function Screen({ folds }: { folds?: 'open' }) {
  return (
    <div className="gallery-screen">
      <Transcript
        className="gallery-fill"
        messages={checkoutLatency}
        showSystem
        maxOutputTokens={512}
        folds={folds}
        onRetry={nothing}
        onContinue={nothing}
        onEditMessage={nothing}
      />
      <Composer model="gpt-4o" onSend={nothing} onFiles={nothing} />
    </div>
  )
}

const on = (media: PreviewedMedia, folds?: 'open'): Story => ({
  parameters: { media },
  render: () => (
    <MediaPreview media={media}>
      <Screen folds={folds} />
    </MediaPreview>
  ),
})

export const Print = on('print')
export const ForcedColours = on('forced-colors')
export const ReducedMotion = on('prefers-reduced-motion')
export const MoreContrast = on('prefers-contrast')

/** As the zoom of a browser has it: a window of 1280 px is one of 640 or 320. */
const zoomed = (factor: number): Story => ({
  parameters: { zoomed: true },
  render: () => (
    <div style={{ zoom: factor, height: `${100 / factor}vh`, overflow: 'hidden' }}>
      <div className="gallery-zoomed">
        <Screen />
      </div>
    </div>
  ),
})
export const Zoom200 = zoomed(2)
export const Zoom400 = zoomed(4)

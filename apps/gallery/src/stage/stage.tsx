import '../../../../packages/ui/css/source.css'
import '../../.storybook/preview.css'
import './fonts.css'
import { hydrateRoot, createRoot, type Root } from 'react-dom/client'
import { ScrubbedTranscript } from '../scrub/scrubbed-transcript.js'
import { stories } from '../stories.js'
import { renderStory } from './render-story.js'

/** The functions that a test calls. All stories share one page, so that the code is loaded once. */
export interface Stage {
  /** Shows a story. With `html` of a server it hydrates that. Resolves once it is painted and fonts are there. */
  show(id: string, html?: string): Promise<void>
  /** Shows what a chat would show once so many bytes of a response have arrived. */
  showStream(text: string, at: number): Promise<void>
  /** Errors that React reported since the last call: of hydration and of what a boundary caught. */
  takeErrors(): string[]
}

const place = document.getElementById('storybook-root')!
let root: Root | undefined
let errors: string[] = []
const report = (error: unknown): void => void errors.push(String(error))
const painted = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))

const stage: Stage = {
  async show(id, html) {
    root?.unmount()
    const story = stories.find((candidate) => candidate.id === id)
    if (!story) throw new Error(`There is no story ${id}.`)
    place.innerHTML = html ?? ''
    window.scrollTo(0, 0)
    const options = { onRecoverableError: report, onCaughtError: report, onUncaughtError: report }
    if (html === undefined) {
      root = createRoot(place, options)
      root.render(renderStory(story))
    } else root = hydrateRoot(place, renderStory(story), options)
    await painted()
    await document.fonts.ready
    await painted()
  },
  async showStream(text, at) {
    root?.unmount()
    place.innerHTML = ''
    root = createRoot(place)
    root.render(<ScrubbedTranscript text={text} at={at} />)
    await painted()
  },
  takeErrors() {
    const taken = errors
    errors = []
    return taken
  },
}

Object.assign(window, { stage })

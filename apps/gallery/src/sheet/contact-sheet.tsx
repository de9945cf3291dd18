import { useEffect, useRef, useState } from 'react'
import { sourceHref } from '../links.js'
import { stories, type GalleryStory } from '../stories.js'
import { whenNear } from './frame-queue.js'

export interface ContactSheetProps {
  /** Ids of the states. */
  ids: readonly string[]
  /** The toolbar's choice. `both` draws each state twice, side by side. */
  theme: string
  density: string
  /** Left to right or right to left. */
  direction: string
  /** Changes the toolbar's choices. */
  onChange(globals: Record<string, string>): void
}

/** The values of the two globals that the top of the sheet offers, with their words. */
const SWITCHES = {
  theme: { light: 'Light', dark: 'Dark', both: 'Side by side' },
  density: { comfortable: 'Comfortable', compact: 'Compact' },
} as const

/** States at once, each in a frame of its own: dialogs, whole screens and media queries are as they would be alone. */
export function ContactSheet({ ids, theme, density, direction, onChange }: ContactSheetProps) {
  const shown = ids.flatMap((id) => stories.find((story) => story.id === id) ?? [])
  const themes = theme === 'both' ? ['light', 'dark'] : [theme]
  const globals = [`density:${density}`, `direction:${direction}`]
  return (
    <main className="gallery-sheet" data-columns={themes.length}>
      <nav aria-label="How states are drawn">
        <Switch name="theme" value={theme} onChange={onChange} />
        <Switch name="density" value={density} onChange={onChange} />
      </nav>
      {shown.map((story) => (
        <section
          key={story.id}
          aria-labelledby={`sheet-${story.id}`}
          data-screen={story.parameters.screen || undefined}
        >
          <h2 id={`sheet-${story.id}`}>
            <a href={`./?path=/story/${story.id}`} target="_top">
              {story.title} / {story.name}
            </a>{' '}
            <a className="gallery-quiet" href={sourceHref(story.file)} target="_blank" rel="noreferrer">
              Source
            </a>
          </h2>
          <div className="gallery-themes">
            {themes.map((theme) => (
              <StateFrame key={[theme, ...globals].join()} story={story} theme={theme} globals={globals} />
            ))}
          </div>
        </section>
      ))}
    </main>
  )
}

interface SwitchProps {
  name: keyof typeof SWITCHES
  value: string
  onChange: ContactSheetProps['onChange']
}

function Switch({ name, value, onChange }: SwitchProps) {
  return (
    <fieldset>
      <legend>{name === 'theme' ? 'Theme' : 'Density'}</legend>
      {Object.entries(SWITCHES[name]).map(([key, words]) => (
        <button
          key={key}
          type="button"
          aria-pressed={key === value}
          onClick={() => onChange({ [name]: key })}
        >
          {words}
        </button>
      ))}
    </fieldset>
  )
}

interface StateFrameProps {
  story: GalleryStory
  theme: string
  globals: readonly string[]
}

/** Room for a whole screen, and for what opens over a page, px. */
const SCREEN = 760
const LEAST = 48
/** Until a state has been drawn: so few frames are in view that they all get their turn soon, px. */
const UNKNOWN = 240
const MOST = 1_400
/** So large is a state on the sheet. preview.css has the same figure. */
const SCALE = 0.6

/** As high as what is in it. It is loaded when it comes near the view, a few at a time. */
function StateFrame({ story, theme, globals }: StateFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(story.parameters.screen ? SCREEN : UNKNOWN)
  const all = [`theme:${theme}`, 'view:one', ...globals].join(';')
  const source = `./iframe.html?id=${story.id}&viewMode=story&globals=${all}`
  useEffect(() => whenNear(frame.current!, source), [source])
  useEffect(() => {
    const element = frame.current
    if (!element || story.parameters.screen) return
    let observer: ResizeObserver | undefined
    const measure = (): void => {
      const page = element.contentDocument
      const root = page?.querySelector('.gallery-part')
      if (!page || !root) return
      const over = page.querySelector('dialog[open], [popover]:popover-open')
      const wanted = over
        ? Math.max(640, over.scrollHeight + 48)
        : (root.firstElementChild?.scrollHeight ?? 0) + 40
      setHeight(Math.min(MOST, Math.max(LEAST, wanted)))
    }
    const watch = (): void => {
      const root = element.contentDocument?.getElementById('storybook-root')
      if (!root) return
      observer = new ResizeObserver(measure)
      new MutationObserver(() => {
        const content = root.querySelector('[data-slot="column"]')
        if (content) observer?.observe(content)
        measure()
      }).observe(root, { childList: true, subtree: true })
      measure()
    }
    element.addEventListener('load', watch)
    return () => {
      element.removeEventListener('load', watch)
      observer?.disconnect()
    }
  }, [story])
  return (
    <div className="gallery-state" style={{ blockSize: height * SCALE }}>
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- a page of the gallery itself, which has to measure it */}
      <iframe
        ref={frame}
        title={`${story.title} / ${story.name}, ${theme}`}
        data-theme={theme}
        style={{ blockSize: height }}
      />
    </div>
  )
}

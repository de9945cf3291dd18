import { useEffect, useRef, useState } from 'react'
import { sourceHref } from '../links.js'
import { stories, type GalleryStory } from '../stories.js'

export interface ContactSheetProps {
  /** Ids of the states. */
  ids: readonly string[]
  /** Each state is drawn once for each theme, side by side. */
  themes: readonly string[]
  /** Further globals of the toolbar, as `name:value`. */
  globals: readonly string[]
}

/** States at once, each in a frame of its own: dialogs, whole screens and media queries are as they would be alone. */
export function ContactSheet({ ids, themes, globals }: ContactSheetProps) {
  const shown = ids.flatMap((id) => stories.find((story) => story.id === id) ?? [])
  return (
    <main className="gallery-sheet">
      {shown.map((story) => (
        <section key={story.id} aria-labelledby={`sheet-${story.id}`}>
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
              <StateFrame key={theme} story={story} theme={theme} globals={globals} />
            ))}
          </div>
        </section>
      ))}
    </main>
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
const MOST = 1_400

/** As high as what is in it. */
function StateFrame({ story, theme, globals }: StateFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(story.parameters.screen ? SCREEN : LEAST)
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
  const all = [`theme:${theme}`, 'view:one', ...globals].join(';')
  return (
    // oxlint-disable-next-line react/iframe-missing-sandbox -- a page of the gallery itself, which has to measure it
    <iframe
      ref={frame}
      title={`${story.title} / ${story.name}, ${theme}`}
      loading="lazy"
      data-theme={theme}
      src={`./iframe.html?id=${story.id}&viewMode=story&globals=${all}`}
      style={{ blockSize: height }}
    />
  )
}

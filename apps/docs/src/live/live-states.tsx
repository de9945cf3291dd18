import { IconButton } from '@antiphon/ui'
import { Select } from 'app-parts'
import { listStories, type GalleryStory } from 'gallery/list-stories'
import { StoryFrame } from 'gallery/story-frame'
import { useEffect, useState } from 'react'
import { Stage } from './stage.js'

const files = import.meta.glob<Record<string, unknown>>('../../../../packages/*/src/**/*.stories.tsx')

export interface LiveStatesProps {
  /** The story file below packages, without its ending. */
  file: string
  /** Names of its exports, in order. */
  names: readonly string[]
}

const words = (name: string): string =>
  name
    .replace(/(?<=\p{Ll})(?=[\p{Lu}\d])/gu, ' ')
    .replace(/(?<=.)\p{Lu}(?=\p{Ll})/gu, (letter) => letter.toLowerCase())

/** The states of a part as the gallery has them, one at a time. */
export function LiveStates({ file, names }: LiveStatesProps) {
  const [stories, setStories] = useState<Record<string, GalleryStory>>({})
  const [name, setName] = useState(names[0]!)
  useEffect(() => {
    const path = `../../../../packages/${file}.stories.tsx`
    void files[path]!().then((module) => {
      // One at a time, so that each keeps the name of its export.
      const all = names.map((one) => [
        one,
        listStories({ [path]: { default: module['default'], [one]: module[one] } })[0]!,
      ])
      setStories(Object.fromEntries(all) as Record<string, GalleryStory>)
    })
  }, [file, names])
  const story = stories[name]
  const step = (by: number) => setName(names[(names.indexOf(name) + by + names.length) % names.length]!)
  const bar = (
    <>
      <IconButton icon="chevron" label="Previous state" className="live-back" onClick={() => step(-1)} />
      <Select
        aria-label="State"
        value={name}
        options={Object.fromEntries(names.map((one) => [one, words(one)]))}
        onChange={setName}
      />
      <IconButton icon="chevron" label="Next state" onClick={() => step(1)} />
    </>
  )
  return (
    <Stage label="State" bar={bar}>
      {story && (
        <StoryFrame key={name} parameters={story.parameters}>
          <story.render />
        </StoryFrame>
      )}
    </Stage>
  )
}

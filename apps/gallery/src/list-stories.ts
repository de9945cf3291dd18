import type { Story, StoryMeta } from '../../../packages/ui/src/fixtures/story.js'

/** A story with the id that the gallery's address has for it. */
export interface GalleryStory {
  id: string
  title: string
  name: string
  /** Its folder in packages/ui/src/components. */
  folder: string
  /** Path of its file in the repository. */
  file: string
  render: Story['render']
  parameters: NonNullable<StoryMeta['parameters']>
}

interface StoryFile {
  default: StoryMeta
  [name: string]: unknown
}

/** `BranchTwoOfThree` as `branch-two-of-three`, `Tools/Call` as `tools-call`. */
const dashed = (text: string): string =>
  text
    .replace(/(?<=\p{Ll})(?=[\p{Lu}\d])|(?<=[\p{Lu}\d])(?=\p{Lu}\p{Ll})/gu, '-')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .toLowerCase()

/** The stories of these files, in their order. */
export function listStories(files: Record<string, unknown>): GalleryStory[] {
  return Object.entries(files).flatMap(([path, file]) => {
    const { default: meta, ...stories } = file as StoryFile
    // Storybook adds the order of the exports to each file, under a name of its own.
    const own = Object.entries(stories as Record<string, Story>).filter(([name]) => !name.startsWith('__'))
    return own.map(([name, story]) => ({
      id: `${dashed(meta.title)}--${dashed(name)}`,
      title: meta.title,
      name: story.name ?? name,
      folder: path.split('/').at(-2) ?? '',
      file: path,
      render: story.render,
      parameters: { ...meta.parameters, ...story.parameters },
    }))
  })
}

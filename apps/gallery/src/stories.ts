import { listStories, type GalleryStory } from './list-stories.js'

export type { GalleryStory }

/** Every story of the kit, in the order of its files. */
export const stories: GalleryStory[] = listStories(
  import.meta.glob('../../../packages/*/src/**/*.stories.tsx', { eager: true }),
)

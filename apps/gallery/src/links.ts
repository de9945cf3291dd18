const REPOSITORY = 'https://github.com/antiphon-kit/antiphon/blob/main/'

/** The file of a story in the repository, from the path that Storybook gives it. */
export const sourceHref = (importPath: string): string =>
  REPOSITORY + importPath.replace(/^(?:\.{1,2}\/)+/, '')

/** Guides by folder of `packages/ui/src`. */
const guides: Readonly<Record<string, string>> = {
  components: 'components.md',
  inspector: 'inspector.md',
  markdown: 'markdown.md',
  math: 'markdown.md',
  menu: 'shell.md',
  shell: 'shell.md',
  threads: 'threads.md',
}

/** The guide that a story belongs to. */
export function guideHref(importPath: string): string | undefined {
  const folder = /packages\/ui\/src\/([^/]+)\//.exec(importPath)?.[1]
  const guide = folder && guides[folder]
  return guide && `${REPOSITORY}docs/${guide}`
}

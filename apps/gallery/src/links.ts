const REPOSITORY = 'https://github.com/antiphon-kit/antiphon/blob/main/'

/** The file of a story in the repository, from the path that Storybook gives it. */
export const sourceHref = (importPath: string): string =>
  REPOSITORY + importPath.replace(/^(?:\.{1,2}\/)+/, '')

/** Guides by package, and by folder of `packages/ui/src`. */
const guides: Readonly<Record<string, string>> = {
  devtools: 'inspector.md',
  mcp: 'mcp.md',
  shell: 'shell.md',
  threads: 'threads.md',
  'ui/components': 'components.md',
  'ui/markdown': 'markdown.md',
  'ui/math': 'markdown.md',
}

/** The guide that a story belongs to. */
export function guideHref(importPath: string): string | undefined {
  const [, name = '', folder = ''] = /packages\/([^/]+)\/src\/(?:([^/]+)\/)?/.exec(importPath) ?? []
  const guide = guides[name] ?? guides[`${name}/${folder}`]
  return guide && `${REPOSITORY}docs/${guide}`
}

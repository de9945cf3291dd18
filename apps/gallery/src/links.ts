const REPOSITORY = 'https://github.com/antiphon-kit/antiphon/blob/main/'

/** The file of a story in the repository, from the path that Storybook gives it. */
export const sourceHref = (importPath: string): string =>
  REPOSITORY + importPath.replace(/^(?:\.{1,2}\/)+/, '')

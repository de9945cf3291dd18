import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Where readers find what is not on the site: decisions, sources, examples. */
export const REPOSITORY = 'https://github.com/antiphon-kit/antiphon'

/** The build runs in apps/docs and bundles this file, so that its own place says nothing; tests run in the root. */
function findRoot(folder: string): string {
  return existsSync(join(folder, 'pnpm-workspace.yaml')) ? folder : findRoot(dirname(folder))
}
const root = findRoot(process.cwd())

export const pathInRepository = (path: string): string => join(root, path)

export const readRepository = (path: string): string => readFileSync(pathInRepository(path), 'utf8')

export const IMAGES = pathInRepository('docs/images')

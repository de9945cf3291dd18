import { posix } from 'node:path'
import { existsSync, statSync } from 'node:fs'
import { pathInRepository, REPOSITORY } from './repository.js'

/** Turns a link of a Markdown file into one of the site. `at` is an address on the site, for files that have a page. */
export type AddressOf = (file: string, hash: string) => string | undefined

/** Lines of Markdown with a function for each that is not code. Code of a fence stays as it is. */
function mapProse(text: string, change: (line: string) => string): string {
  let isCode = false
  return text
    .split('\n')
    .map((line) => {
      if (line.startsWith('```')) isCode = !isCode
      return isCode ? line : change(line)
    })
    .join('\n')
}

const images = /\.(?:png|webp|svg)$/

/** Where a link of a file leads once the file is a page. Other files are in the repository, on the web. */
export function rewriteTarget(from: string, target: string, addressOf: AddressOf): string {
  if (/^(?:https?:|mailto:|#|\/)/.test(target)) return target
  const [path = '', hash] = target.split('#')
  const file = posix.join(posix.dirname(from), path).replace(/\/$/, '')
  if (images.test(file)) return `/images/${posix.basename(file)}`
  const place = hash === undefined ? '' : `#${hash}`
  const own = addressOf(file, place)
  if (own) return own
  const at = pathInRepository(file)
  if (!existsSync(at)) throw new Error(`${from} links to ${target}, which is not there.`)
  return `${REPOSITORY}/${statSync(at).isDirectory() ? 'tree' : 'blob'}/main/${file}${place}`
}

/** All links of a Markdown file. An image may have a line break in its words, so its end is on a line of its own. */
export const rewriteLinks = (text: string, from: string, addressOf: AddressOf): string =>
  mapProse(text, (line) =>
    line.replaceAll(
      /\]\(([^)\s]+)\)/g,
      (_, target: string) => `](${rewriteTarget(from, target, addressOf)})`,
    ),
  )

export { mapProse }

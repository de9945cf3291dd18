import { join } from 'node:path'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
// @ts-expect-error plain JavaScript, so that a script can read it too
import { plantedBugs } from './planted-bugs.mjs'

const root = join(import.meta.dirname, '../../..')
const conditions = ['antiphon-source', 'module', 'node', 'development|production']
const bug = (plantedBugs as { name: string; file: string; find: string; replace: string }[]).find(
  ({ name }) => name === process.env['ANTIPHON_PLANTED'],
)

/** Changes one file of the product as it is loaded. The file itself stays as it is. */
function plant(): Plugin {
  return {
    name: 'plant-a-bug',
    enforce: 'pre',
    transform(code, id) {
      if (!bug || !id.split('?')[0]!.endsWith(bug.file)) return undefined
      if (code.split(bug.find).length !== 2)
        throw new Error(
          `The place of the planted bug "${bug.name}" is not in ${bug.file} once. Bring it up to date.`,
        )
      return { code: code.replace(bug.find, () => bug.replace), map: null }
    },
  }
}

/** For test/hunt/planted.mjs: the model of the whole over a product with one bug. */
export default defineConfig({
  root,
  plugins: [plant()],
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    environment: 'node',
    setupFiles: ['test/setup-waiting.ts', 'test/setup-property.ts'],
    include: ['test/property/whole.property.test.ts'],
  },
})

import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vite'

/** Above this the best compression takes longer than the whole build; the server compresses such a file when it is asked for. */
const MOST = 2_000_000

/** Writes each text file of the build also as `.br`, as small as it gets, which a server would not do for a request. */
export function brotli(): Plugin {
  let folder = ''
  return {
    name: 'antiphon-brotli',
    apply: 'build',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir)
    },
    async closeBundle() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      await Promise.all(
        entries
          .filter((entry) => entry.isFile() && /\.(?:html|js|css|json|svg|webmanifest)$/.test(entry.name))
          .map(async (entry) => {
            const path = join(entry.parentPath, entry.name)
            const bytes = await readFile(path)
            if (bytes.length > MOST || bytes.length < 1_000) return
            const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
            await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params }))
          }),
      )
    },
  }
}

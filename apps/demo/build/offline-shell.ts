import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { transformWithOxc, type Plugin } from 'vite'

const source = join(import.meta.dirname, '../src/offline/service-worker.ts')
/** The page itself is kept under its folder, pages for frames have no worker; fonts of formulas are kept in one form. */
const left = /^(?:index|sandbox|app-frame|diagram)\.html$|\.map$|KaTeX_.*\.(?:ttf|woff)$/

/** Writes `sw.js`: the service worker with the names of all files of this build, and a version that follows from them. */
export function offlineShell(): Plugin {
  let publicDir = ''
  return {
    name: 'antiphon-offline-shell',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      publicDir = config.publicDir
    },
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const version = createHash('sha256')
        for (const [name, file] of Object.entries(bundle).toSorted(([a], [b]) => (a < b ? -1 : 1)))
          version.update(name).update(file.type === 'chunk' ? file.code : file.source)
        const own = (await readdir(publicDir, { recursive: true, withFileTypes: true })).filter((entry) =>
          entry.isFile(),
        )
        const ownFiles = own.map((entry) => join(entry.parentPath, entry.name)).toSorted()
        for (const path of ownFiles) version.update(path.slice(publicDir.length)).update(await readFile(path))
        const names = [
          ...Object.keys(bundle),
          ...ownFiles.map((path) => path.slice(publicDir.length + 1).replaceAll('\\', '/')),
        ].filter((name) => !left.test(name))

        // Files that every visit asks for: the entry and the sheets with what they import, and the parts of a chat.
        const shell = new Set(
          names.filter(
            (name) =>
              !name.includes('/') ||
              /\/(?:first|index|chat|form|inter-latin-wght-normal)-[\w-]+\.\w+$/.test(name),
          ),
        )
        const add = (name: string): void => {
          const file = bundle[name]
          if (file?.type !== 'chunk') return
          shell.add(name)
          file.imports.forEach(add)
        }
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && file.isEntry) add(file.fileName)

        const { code } = await transformWithOxc(await readFile(source, 'utf8'), source)
        const filled = [
          `const SHELL_VERSION = ${JSON.stringify(version.digest('hex').slice(0, 16))}`,
          `const ALL_FILES = ${JSON.stringify(names)}`,
          `const SHELL_FILES = ${JSON.stringify([...shell])}`,
          code,
        ]
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: filled.join('\n') })
      },
    },
  }
}

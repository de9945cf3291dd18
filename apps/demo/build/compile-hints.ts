import type { Plugin } from 'vite'

/** Chromium compiles all functions of a file that begins with this while it loads. Elsewhere it is a comment. */
const HINT = '//# allFunctionsCalledOnLoad\n'

/**
 * Marks the files that a page needs to start. Otherwise each function is compiled on the main thread when it is first
 * called, which is a third of the work of the first screen on a slow processor.
 */
export function compileHints(): Plugin {
  return {
    name: 'antiphon-compile-hints',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const entries = chunks.filter(({ isEntry }) => isEntry)
        const first = new Set(entries.flatMap(({ fileName, imports }) => [fileName, ...imports]))
        for (const chunk of chunks) if (first.has(chunk.fileName)) chunk.code = HINT + chunk.code
      },
    },
  }
}

import type { Plugin } from 'vite'
import { readReference } from './read-reference.js'

const id = 'virtual:component-reference'

/** Gives the preview the reference data of the components. Their sources are read at every start or build. */
export function referencePlugin(): Plugin {
  return {
    name: 'antiphon-component-reference',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load: (source) =>
      source === `\0${id}` ? `export default ${JSON.stringify(readReference())}` : undefined,
  }
}

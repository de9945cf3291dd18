import { useMemo } from 'react'
import { englishInspector } from '../strings/english-inspector.js'
import { useWords, type Words } from '../strings/strings.js'
import { useEntryWords } from '../strings/use-entry-words.js'

/** The words of the kit, and those of the inspector, which only it loads. */
export interface InspectorWords extends Words {
  inspector: typeof englishInspector
}

export function useInspectorWords(): InspectorWords {
  const words = useWords()
  const inspector = useEntryWords('inspector', englishInspector)
  return useMemo(() => ({ ...words, inspector }), [words, inspector])
}

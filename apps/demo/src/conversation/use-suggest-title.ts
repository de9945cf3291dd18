import type { ChatController } from '@antiphon/core'
import { useThreads } from '@antiphon/threads/react'
import { useCallback, useState } from 'react'

/** Asks the model in use for a title, once, when a person wants one. The words say what is going on, or what went wrong. */
export function useSuggestTitle(threadId: string): {
  words: string
  suggest: (chat: ChatController) => void
} {
  const { rename } = useThreads()
  const [words, setWords] = useState('')
  const suggest = useCallback(
    (chat: ChatController) => {
      setWords('Asking for a title…')
      // What makes requests is loaded with the first one.
      import('./ask-title.js')
        .then(({ suggestTitle }) => suggestTitle(chat))
        .then((title) => rename(threadId, title).then(() => setWords(`Renamed to “${title}”.`)))
        .catch((error: unknown) =>
          setWords(`No title: ${error instanceof Error ? error.message : String(error)}`),
        )
    },
    [rename, threadId],
  )
  return { words, suggest }
}

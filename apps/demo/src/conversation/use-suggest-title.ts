import type { ChatController } from '@antiphon/core'
import { useThreads } from '@antiphon/threads/react'
import { useCallback, useState } from 'react'
import { words as appWords } from '../words/words.js'

/** Asks the model in use for a title, once, when a person wants one. The words say what is going on, or what went wrong. */
export function useSuggestTitle(threadId: string): {
  words: string
  isFailed: boolean
  suggest: (chat: ChatController) => void
} {
  const { rename } = useThreads()
  const [words, setWords] = useState('')
  const [isFailed, setFailed] = useState(false)
  const suggest = useCallback(
    (chat: ChatController) => {
      setWords(appWords.conversation.asksForTitle)
      setFailed(false)
      // Load the code that makes requests only when a title is first asked for.
      import('./ask-model.js')
        .then(({ suggestTitle }) => suggestTitle(chat))
        .then((title) => rename(threadId, title).then(() => setWords(appWords.conversation.renamedTo(title))))
        .catch((error: unknown) => {
          setFailed(true)
          setWords(appWords.conversation.noTitle(error instanceof Error ? error.message : String(error)))
        })
    },
    [rename, threadId],
  )
  return { words, isFailed, suggest }
}

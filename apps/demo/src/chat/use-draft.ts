import { useEffect, useState } from 'react'
import { loadDraft, storeDraft } from '../threads/drafts.js'

/** What was begun in the message box of a thread: there again when one comes back, after a reload too. */
export function useDraft(threadId: string): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(() => loadDraft(threadId))
  useEffect(() => storeDraft(threadId, text), [threadId, text])
  return [text, setText]
}

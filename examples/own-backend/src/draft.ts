import { useState } from 'react'

/** The text that was begun in a conversation, for the message box. It lasts as long as the tab, or until `signOut`. */
export function useDraft(threadId: string) {
  const key = `draft ${threadId}`
  const [value, setValue] = useState(() => sessionStorage.getItem(key) ?? '')
  const onValueChange = (text: string) => {
    setValue(text)
    if (text) sessionStorage.setItem(key, text)
    else sessionStorage.removeItem(key)
  }
  return { value, onValueChange }
}

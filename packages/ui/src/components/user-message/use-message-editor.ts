import { useEffect, useState } from 'react'
import type { MessageEditor } from './message-editor.js'

type Editor = typeof MessageEditor

let loaded: Editor | undefined

/**
 * The box that a message is edited in, loaded with the first edit: it brings reading and sending of files, which a page that shows a
 * transcript does not need. Until it is there the message stays as it is; `onFailed` if it cannot be loaded.
 */
export function useMessageEditor(wanted: boolean, onFailed: () => void): Editor | undefined {
  const [editor, setEditor] = useState<Editor | undefined>(() => loaded)
  useEffect(() => {
    if (!wanted || editor) return
    let left = false
    import('./message-editor.js').then(
      (module) => {
        loaded = module.MessageEditor
        if (!left) setEditor(() => module.MessageEditor)
      },
      () => {
        if (!left) onFailed()
      },
    )
    return () => {
      left = true
    }
  }, [wanted, editor, onFailed])
  return editor
}

import { useThreads, useThreadSessions } from '@antiphon/threads/react'
import { askForNotices, noticePermission, watchAnswers, type AnswerNews } from '@antiphon/shell'
import { useEffect, useRef, useState } from 'react'
import { changePreferences, usePreferences } from '../preferences/preferences.js'
import { followChat } from '../threads/follow-chat.js'
import { words as appWords } from '../words/words.js'

const words: Record<AnswerNews, string> = appWords.conversation.notices

/** Says it when a long answer of the conversation has ended while the page was hidden. Asked for by a press, never by itself. */
export function useNotices(threadId: string): {
  /** `none`: the browser cannot, or was told not to. */
  state: 'on' | 'off' | 'none'
  toggle: () => void
} {
  const sessions = useThreadSessions()
  const { threads } = useThreads()
  const { notices } = usePreferences()
  const [permission, setPermission] = useState(noticePermission)
  const isOn = notices && permission === 'allowed'
  const title = threads.find(({ id }) => id === threadId)?.title
  const latest = useRef(title)
  useEffect(() => {
    latest.current = title
  })

  useEffect(() => {
    if (!isOn) return
    const show = (news: AnswerNews): void => {
      const notice = new Notification(words[news], { body: latest.current, tag: threadId })
      notice.addEventListener('click', () => {
        window.focus()
        notice.close()
      })
    }
    return followChat(
      sessions,
      threadId,
      (chat) => watchAnswers(chat, { onNews: show }),
      () => {},
    )
  }, [isOn, sessions, threadId])

  const toggle = (): void => {
    if (isOn) return changePreferences({ notices: false })
    void askForNotices().then((next) => {
      setPermission(next)
      changePreferences({ notices: next === 'allowed' })
    })
  }
  const state = permission === 'none' || permission === 'blocked' ? 'none' : isOn ? 'on' : 'off'
  return { state, toggle }
}

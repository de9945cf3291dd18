import type { ChatController } from '@antiphon/core'

/** How an answer that was waited for came to rest. */
export type AnswerNews = 'done' | 'failed' | 'asks'

/** How long an answer is worth telling, and who is told. */
export interface WatchAnswersOptions {
  /** Called when an answer comes to rest while nobody looks. */
  onNews: (news: AnswerNews) => void
  /** Nobody looks at the page. Default: `document.hidden`. */
  isHidden?: () => boolean
  /** Answers that took less are not worth a word, ms. Default 3,000. */
  longFrom?: number
  /** Epoch ms. Default: `Date.now`. */
  now?: () => number
}

/**
 * Tells when a long answer of a chat has ended, failed, or asks a person something, while the page is hidden. Returns how to end that.
 * Shows nothing by itself: a host that was asked to makes a notification of it.
 */
export function watchAnswers(chat: ChatController, options: WatchAnswersOptions): () => void {
  const { onNews, isHidden = () => document.hidden, longFrom = 3_000, now = Date.now } = options
  let since: number | undefined
  let asked = chat.getState().approvals.length > 0
  const look = (): void => {
    const { status, approvals } = chat.getState()
    const isBusy = status === 'submitted' || status === 'streaming'
    if (isBusy) since ??= now()
    const asks = approvals.length > 0
    if (asks && !asked && isHidden()) onNews('asks')
    asked = asks
    if (isBusy || since === undefined) return
    const took = now() - since
    since = undefined
    if (!asks && took >= longFrom && isHidden()) onNews(status === 'error' ? 'failed' : 'done')
  }
  look()
  return chat.subscribe(look)
}

/** Whether the page may show notifications: `unknown` until a person was asked, `none` where the browser has none. */
export type NoticePermission = 'allowed' | 'blocked' | 'unknown' | 'none'

/** Whether the page may show notifications at present. Asks nobody. */
export function noticePermission(): NoticePermission {
  if (typeof Notification === 'undefined') return 'none'
  const { permission } = Notification
  return permission === 'granted' ? 'allowed' : permission === 'denied' ? 'blocked' : 'unknown'
}

/** Asks the person, over the page. Call it from a press only. */
export async function askForNotices(): Promise<NoticePermission> {
  if (noticePermission() === 'unknown') await Notification.requestPermission().catch(() => {})
  return noticePermission()
}

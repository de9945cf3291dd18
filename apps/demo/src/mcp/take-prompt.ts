import type { ChatController, ContentPart } from '@antiphon/core'
import type { MessageFromMcp } from '@antiphon/mcp'
import { addToDraft } from '../chat/drafts.js'
import { beginThread } from '../chat/system-prompts.js'
import { trayOf } from '../chat/thread-trays.js'
import { offerMessageBox } from '../header.js'

/** The conversation that a prompt or a resource goes into. */
export interface Target {
  threadId: string
  chat: ChatController
  /** System prompt of new conversations. */
  system: string
}

/**
 * Puts the messages of a prompt where they belong: what the person says last into the message box, to be changed and sent; what comes
 * before it into the conversation. `busy`: an answer is under way, and nothing was done.
 */
export function takePrompt(
  { threadId, chat, system }: Target,
  messages: readonly MessageFromMcp[],
): 'box' | 'thread' | 'busy' {
  const last = messages.at(-1)
  const isForBox = last?.role === 'user'
  const before = isForBox ? messages.slice(0, -1) : messages
  if (before.length > 0) {
    if (['submitted', 'streaming'].includes(chat.getState().status)) return 'busy'
    beginThread(chat, system)
    for (const message of before) chat.store.append(message)
  }
  if (!isForBox) return 'thread'
  const parts: readonly ContentPart[] =
    typeof last.content === 'string' ? [{ type: 'text', text: last.content }] : last.content
  const text = parts
    .flatMap((part) => (part.type === 'text' ? [String(part['text' as never])] : []))
    .join('\n')
  if (text !== '') addToDraft(threadId, text)
  const files = parts.flatMap(toFile)
  if (files.length > 0) trayOf(threadId).tray.add(files)
  offerMessageBox()
  return 'box'
}

/** Adds files of a resource to the next message. */
export function attachFiles({ threadId }: Target, files: readonly File[]): void {
  trayOf(threadId).tray.add([...files])
  offerMessageBox()
}

/** The file of a part that holds data; none for text. */
function toFile(part: ContentPart): File[] {
  const {
    image_url: image,
    input_audio: sound,
    file,
  } = part as {
    image_url?: { url: string }
    input_audio?: { data: string; format: string }
    file?: { file_data?: string; filename?: string }
  }
  const url = image?.url ?? file?.file_data ?? (sound && `data:audio/${sound.format};base64,${sound.data}`)
  const [, type, data] = /^data:([\w.+-]+\/[\w.+*-]+);base64,(.*)$/s.exec(url ?? '') ?? []
  if (type === undefined || data === undefined) return []
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
  return [new File([bytes], file?.filename ?? type.replace('/', '.'), { type })]
}

import { contentToText } from '../message/content-to-text.js'
import type { Message } from '../message/types.js'

const MAX_LENGTH = 60

/** The first line of the first question, cut at a word. Empty when nobody has asked anything yet. */
export function titleOf(messages: readonly Message[]): string {
  const question = messages.find((message) => message.role === 'user' && message.kind === undefined)
  if (!question) return ''
  const { content } = question
  // What is attached names a thread only where nothing else does.
  const words = Array.isArray(content) ? content.filter(({ type }) => type === 'text') : content
  const said = contentToText(words).trim() || contentToText(content).trim()
  const line = said.split(/\s*\n/u, 1)[0]!.replace(/\s+/gu, ' ')
  if (line === '') return 'Files'
  const characters = Array.from(line)
  if (characters.length <= MAX_LENGTH) return line
  const cut = characters.slice(0, MAX_LENGTH).join('')
  const space = cut.lastIndexOf(' ')
  return `${space > MAX_LENGTH / 2 ? cut.slice(0, space) : cut}…`
}

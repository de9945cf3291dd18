import type { ReceivedAttachment } from '../request/read-attachments.js'
import { type Scenario, say } from '../script/scenario.js'

/** Describes the attachments of the question as they arrived on the wire. */
export const attachments: Scenario = {
  id: 'attachments',
  description: 'Describes the files that came with your message.',
  *play({ attachments: received }) {
    if (received.length === 0)
      return yield say(
        'Nothing came with your message but its text. Attach a file and ask again: what is in this file?',
      )
    const count = received.length === 1 ? 'One attachment' : `${received.length} attachments`
    yield say(
      `${count} came with your message. This is a script, so it can tell what arrived, not what it means.\n\n`,
    )
    for (const [index, attachment] of received.entries()) {
      yield say(`${index + 1}. ${sentence(attachment)}\n`)
    }
    const text = received.find((attachment) => attachment.text !== undefined)
    if (text)
      yield say(`\nThe beginning of ${code(text.name ?? 'the text')}:\n\n${fenced(text.text ?? '')}\n`)
  },
}

const words = { image: 'An image', audio: 'A sound', file: 'A file', text: 'A text file', other: 'Something' }

function sentence({
  kind,
  name,
  mediaType,
  bytes,
  size,
  seconds,
  text,
  address,
}: ReceivedAttachment): string {
  const facts = [
    mediaType,
    bytes !== undefined && text === undefined && `${bytes.toLocaleString('en')} bytes`,
    size && `${size.width} × ${size.height} pixels`,
    seconds !== undefined && `${seconds.toFixed(1)} seconds`,
    text !== undefined && `${text.replace(/\n$/, '').length.toLocaleString('en')} characters`,
    text !== undefined && lines(text),
    address !== undefined && `only its address: ${address}`,
  ]
  return `**${words[kind]}**${name ? `, ${code(name)}` : ''}: ${facts.filter(Boolean).join(', ')}.`
}

function lines(text: string): string {
  const count = text.replace(/\n$/, '').split('\n').length
  return `${count.toLocaleString('en')} ${count === 1 ? 'line' : 'lines'}`
}

function code(name: string): string {
  return `\`${name.replaceAll('`', "'")}\``
}

const SHOWN = 400

function fenced(text: string): string {
  const part = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
  const fence = '`'.repeat(Math.max(3, ...(part.match(/`+/g) ?? []).map((run) => run.length + 1)))
  return `${fence}\n${part.replace(/\n$/, '')}\n${fence}`
}

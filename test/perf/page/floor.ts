/** The least that showing text can cost: no framework, no markdown, a text node for each paragraph. */
import './floor.css'
import type { Subject } from './subject.js'

let box: HTMLElement
let row: HTMLElement
let open: Text | undefined
const calls = new Map<string, Text>()

function add(parent: HTMLElement, className: string): HTMLElement {
  const element = document.createElement('div')
  element.className = className
  parent.append(element)
  return element
}
const paragraph = (parent: HTMLElement, text: string): Text =>
  add(parent, 'paragraph').appendChild(document.createTextNode(text))
const toEnd = (): void => void (box.scrollTop = 1e9)

export const subject: Subject = {
  name: 'floor',
  async mount(root, messages) {
    box = document.createElement('div')
    box.className = 'scroll'
    for (const message of messages) {
      row = add(box, 'message')
      for (const part of message.parts) {
        const text = part.type === 'tool' ? part.name : part.type === 'reasoning' ? 'Reasoning' : part.text
        for (const block of text.split('\n\n')) paragraph(row, block)
      }
    }
    root.append(box)
    toEnd()
  },
  async startStream() {
    paragraph(add(box, 'message'), 'go')
    row = add(box, 'message')
    open = undefined
    calls.clear()
  },
  push(pieces) {
    for (const piece of pieces) {
      if (piece.t === 'text') {
        const [first = '', ...rest] = piece.d.split('\n\n')
        open ??= paragraph(row, '')
        open.appendData(first)
        for (const block of rest) open = paragraph(row, block)
      } else if (piece.t === 'tool') {
        paragraph(row, piece.name)
        calls.set(piece.id, paragraph(row, ''))
        open = undefined
      } else if (piece.t === 'args') calls.get(piece.id)!.appendData(piece.d)
      else if (piece.t === 'result') calls.get(piece.id)!.appendData(JSON.stringify(piece.result))
    }
    toEnd()
  },
  async finish() {},
  unmount: () => box.remove(),
}

window.subject = subject

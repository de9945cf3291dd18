import { createRecorder, painted, settled } from './record.js'
import { answer, LANDMARKS, markOf, pastThread, type Cell, type PastMessage, type Piece } from './workload.js'

const root = document.querySelector<HTMLElement>('#root')!
const shown = (): string => root.textContent ?? ''
const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve))

let cell: Cell
let past: PastMessage[] = []
let pieces: Piece[] = []
let at = 0

/** Makes the data, before anything is measured. Returns the size of the thread as JSON, in bytes. */
export function prepare(next: Cell): void {
  cell = next
  past = pastThread(cell.messages)
  pieces = cell.kind === 'mount' ? [] : answer(cell)
  at = 0
}

export async function mount(): Promise<object> {
  const recorder = createRecorder()
  const started = performance.now()
  const last = cell.messages === 0 ? '' : markOf(cell.messages - 1)
  await window.subject!.mount(root, past)
  await painted()
  while (!shown().includes(last)) await painted()
  const firstPaint = performance.now() - started
  return { firstPaint, ...(await recorder.stop()) }
}

/** Until all that is done in idle time is done. */
export async function rest(): Promise<object> {
  const recorder = createRecorder({ asksFrames: false })
  await settled(root, 300)
  return recorder.stop()
}

export async function open(): Promise<void> {
  await window.subject!.startStream()
}

/** Hands over one of `parts` equal parts of the answer, so many pieces in each frame, and waits until it is shown. */
export async function feed(part: number, parts: number): Promise<object> {
  const recorder = createRecorder()
  const end = Math.round((pieces.length * (part + 1)) / parts)
  for (; at < end; await nextFrame()) {
    const until = Math.min(end, at + (cell.perFrame ?? 50))
    window.subject!.push(pieces.slice(at, until))
    at = until
  }
  if (at >= pieces.length) {
    await window.subject!.finish()
    await settled(root, 250, () => shown().includes(LANDMARKS.end))
  } else await painted()
  return recorder.stop()
}

/** 200 pieces in each second, as a fast model has it. */
export async function feedPaced(): Promise<object> {
  const recorder = createRecorder()
  const started = performance.now()
  while (at < pieces.length) {
    const due = Math.min(pieces.length, 1 + Math.floor((performance.now() - started) / 5))
    if (due > at) window.subject!.push(pieces.slice(at, due))
    at = Math.max(at, due)
    await nextFrame()
  }
  await window.subject!.finish()
  return recorder.stop()
}

/** Returns what is wrong on the page, and how much it shows. */
export function check(): object {
  const wrong: string[] = []
  const marks = new Set(shown().match(/zq\d{5,}/g))
  if (marks.size < cell.messages) wrong.push(`${marks.size} of ${cell.messages} messages in the document`)
  if (cell.kind !== 'mount')
    for (const word of [LANDMARKS.start, LANDMARKS.end]) if (!shown().includes(word)) wrong.push(`no ${word}`)
  return { wrong, nodes: root.getElementsByTagName('*').length }
}

/** Lets go of the data it was made from, so that the heap holds what the subject keeps. */
export function forget(): number {
  const size = JSON.stringify(past).length
  past = []
  pieces = []
  return size
}

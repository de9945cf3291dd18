import type { KeptAttachments } from '@antiphon/react'
import { StorageError } from '@antiphon/threads'
import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import * as z from 'zod'
import { words } from '../words/words.js'

const NAME = 'antiphon-demo.drafts'
/** More than anybody has begun; the oldest go first. */
const MAX_DRAFTS = 50
const schema = z.array(z.tuple([z.string(), z.string()]))

function load(): Map<string, string> {
  try {
    return new Map(schema.parse(JSON.parse(localStorage.getItem(NAME) ?? '[]')))
  } catch {
    return new Map()
  }
}

/** Reads the unsent text of a thread. */
function loadDraft(threadId: string): string {
  return load().get(threadId) ?? ''
}

export function storeDraft(threadId: string, text: string): void {
  const drafts = load()
  if ((drafts.get(threadId) ?? '') === text) return
  drafts.delete(threadId)
  if (text !== '') drafts.set(threadId, text)
  try {
    localStorage.setItem(NAME, JSON.stringify([...drafts].slice(-MAX_DRAFTS)))
  } catch {
    // No storage, or full: the draft lasts as long as the box.
  }
}

/** By thread: what adds a text to the message box that is on screen. */
const boxes = new Map<string, (text: string) => void>()

/** Adds a text below what was begun in the message box of a thread. */
export function addToDraft(threadId: string, text: string): void {
  const add = boxes.get(threadId)
  if (add) return add(text)
  storeDraft(threadId, joined(loadDraft(threadId), text))
}

const joined = (begun: string, text: string): string => (begun === '' ? text : `${begun}\n${text}`)

/** State for the unsent text of a thread. It is restored when the person comes back, also after a reload. */
export function useDraft(threadId: string): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(() => loadDraft(threadId))
  useEffect(() => {
    const add = (more: string): void => setText((begun) => joined(begun, more))
    boxes.set(threadId, add)
    return () => {
      if (boxes.get(threadId) === add) boxes.delete(threadId)
    }
  }, [threadId])
  useEffect(() => storeDraft(threadId, text), [threadId, text])
  return [text, setText]
}

/** Says that the attached files would not be there after a reload, and why; undefined while they would. */
export function useDraftNote(kept: KeptAttachments): ReactNode {
  const { problem } = useSyncExternalStore(kept.subscribe, kept.getState, kept.getState)
  if (problem === undefined) return undefined
  return (
    <p role="status" className="px-1 text-data text-text-2">
      {reasonOf(problem)} {words.shell.reasons.effect}
    </p>
  )
}

function reasonOf(problem: unknown): string {
  const kind = problem instanceof StorageError ? problem.problem.kind : 'unknown'
  if (kind === 'quota') return words.shell.reasons.full
  if (kind === 'denied') return words.shell.reasons.denied
  return words.shell.reasons.other
}

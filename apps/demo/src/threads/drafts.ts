import * as z from 'zod'

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

/** What was begun in the message box of a thread and not sent. */
export function loadDraft(threadId: string): string {
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

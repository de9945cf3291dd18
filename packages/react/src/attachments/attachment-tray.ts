import type { ContentPart } from '@antiphon/core'
import { refusalOf, withRefusal } from './limits.js'
import { readAttachment } from './read-attachment.js'
import type { AttachmentItem, AttachmentOptions, AttachmentsState, AttachmentTray, Refusal } from './types.js'

const MAX_LENGTH = 120

/**
 * Characters that no name needs: controls, halves of characters, line ends, and invisible characters that hide text or
 * change its direction.
 */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u{E0100}-\u{E01EF}]/gu

/** Joiners that Arabic, Indic scripts and emoji need. */
const joiner = /(?<=[^ -~])[\u200c\u200d]$/u

/**
 * The name under which a file is sent: the last part of a path, without characters that hide or deceive, at most 120
 * characters, its ending kept, and unlike those in `taken`. Never empty.
 */
export function cleanFileName(name: string, taken: ReadonlySet<string> = new Set()): string {
  const last = name.split(/[\\/]/).at(-1) ?? ''
  const visible = last.replace(hidden, (char, at: number) =>
    joiner.test(last.slice(Math.max(0, at - 2), at + 1)) && last.codePointAt(at + 1)! > 0x7f ? char : '',
  )
  const words = visible.normalize('NFC').replace(/\s+/g, ' ').trim()
  const whole = /^\.*$/.test(words) ? 'file' : words
  const dot = whole.lastIndexOf('.')
  const ending = dot > 0 && whole.length - dot <= 16 ? whole.slice(dot) : ''
  const stem = Array.from(whole.slice(0, whole.length - ending.length))
  for (let count = 1; ; count++) {
    const number = count === 1 ? '' : ` (${count})`
    const room = MAX_LENGTH - ending.length - number.length
    const candidate = stem.slice(0, room).join('').trimEnd() + number + ending
    if (!taken.has(candidate)) return candidate
  }
}

/** How many files are read at the same time: more would take too much memory of the page. */
const AT_ONCE = 3

export interface AttachmentTrayOptions extends AttachmentOptions {
  /** Parts that are attached from the start, such as those of an edited message. Texts are left out. */
  parts?: readonly ContentPart[]
}

/** Makes a tray. Keep it beside the chat of a thread, or let `useAttachments` keep it in a component. */
export function createAttachmentTray({ parts = [], ...first }: AttachmentTrayOptions = {}): AttachmentTray {
  let options: AttachmentOptions = first
  let takes: ((part: ContentPart) => string | undefined) | undefined
  let counted = 0
  const newId = (): string => options.generateId?.() ?? `attachment-${++counted}`
  const listeners = new Set<() => void>()
  /** For files that are being read. */
  const running = new Map<string, AbortController>()
  const names = new Map<string, string>()
  const itemsOf = (from: readonly ContentPart[]): AttachmentItem[] =>
    from.filter(({ type }) => type !== 'text').map((part) => ({ ...kept(part), id: newId() }))
  let state = stateOf(itemsOf(parts), [])
  for (const { id, name } of state.items) names.set(id, name)

  function stateOf(items: readonly AttachmentItem[], refusals: readonly Refusal[]): AttachmentsState {
    const isReady = items.every((item) => item.state === 'ready')
    return { items, refusals, isReady, ...(options.types && { types: options.types }) }
  }

  const set = (items: readonly AttachmentItem[], refusals = state.refusals): void => {
    state = stateOf(items, refusals)
    for (const listener of listeners) listener()
  }

  const judged = (item: AttachmentItem): AttachmentItem => {
    const unseenBy = item.part && takes?.(item.part)
    return item.unseenBy === unseenBy ? item : { ...item, unseenBy }
  }

  const change = (id: string, by: Partial<AttachmentItem>): void =>
    set(state.items.map((item) => (item.id === id ? judged({ ...item, ...by }) : item)))

  const forget = (id: string): void => {
    running.get(id)?.abort(new DOMException('Removed', 'AbortError'))
    running.delete(id)
    names.delete(id)
  }

  const read = async (id: string, file: File): Promise<void> => {
    const controller = new AbortController()
    running.set(id, controller)
    const others = new Set([...names].flatMap(([other, name]) => (other === id ? [] : [name])))
    const name = cleanFileName(file.name, others)
    names.set(id, name)
    try {
      const { signal } = controller
      const onChange = (by: Partial<AttachmentItem>): void => {
        if (!signal.aborted) change(id, by)
      }
      const outcome = await readAttachment(file, { signal, options, name, onChange })
      if (outcome.state === 'ready') {
        change(id, { ...outcome.change, state: 'ready', progress: 1, problem: undefined })
      } else if (outcome.state === 'error') {
        const { code, detail } = outcome
        change(id, { state: 'error', problem: { code, ...(detail && { detail }) } })
      } else {
        names.delete(id)
        set(
          state.items.filter((item) => item.id !== id),
          withRefusal(state.refusals, { reason: 'type', mediaType: outcome.mediaType }, [file.name]),
        )
      }
    } catch {
      // The file was removed while it was read, so its result is dropped.
    } finally {
      if (running.get(id) === controller) running.delete(id)
      readNext()
    }
  }

  const readNext = (): void => {
    for (const { id, file, state: at } of state.items) {
      if (running.size >= AT_ONCE) return
      if (at === 'uploading' && file && !running.has(id)) void read(id, file)
    }
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    add(files, folders = []) {
      const items = [...state.items]
      // Earlier refusals go.
      let refusals: readonly Refusal[] =
        folders.length > 0 ? withRefusal([], { reason: 'folder' }, folders) : []
      for (const file of files) {
        const refusal = refusalOf(file, items, options)
        if (refusal) refusals = withRefusal(refusals, refusal, [file.name])
        else {
          const { name, size } = file
          items.push({ id: newId(), name, size, file, state: 'uploading', progress: 0 })
        }
      }
      set(items, refusals)
      readNext()
    },
    remove(id) {
      forget(id)
      set(state.items.filter((item) => item.id !== id))
      readNext()
    },
    retry(id) {
      const item = state.items.find((one) => one.id === id)
      if (item?.state !== 'error') return
      change(id, { state: 'uploading', progress: 0, problem: undefined })
      readNext()
    },
    dismissRefusals: () => set(state.items, []),
    clear() {
      for (const { id } of state.items) forget(id)
      set([], [])
    },
    restore(items) {
      const gone = items.filter(({ id }) => state.items.every((item) => item.id !== id))
      for (const { id, name } of gone) names.set(id, name)
      set([...gone, ...state.items].map(judged))
      readNext()
    },
    attach(more) {
      const items = itemsOf(more).map(judged)
      for (const { id, name } of items) names.set(id, name)
      set([...state.items, ...items])
    },
    content(text) {
      const ready = state.items.flatMap(({ part }) => part ?? [])
      if (ready.length === 0) return text
      return text === '' ? ready : [{ type: 'text', text }, ...ready]
    },
    getOptions: () => options,
    configure(next) {
      options = next
      // Often a new array with the same types, because hosts write the options in place.
      if (String(next.types) !== String(state.types)) set(state.items)
    },
    check(next) {
      takes = next
      const items = state.items.map(judged)
      if (items.some((item, index) => item !== state.items[index])) set(items)
    },
  }
}

/** An existing part as an item. */
function kept(part: ContentPart): Omit<AttachmentItem, 'id'> {
  const file = (part as { file?: { filename?: unknown; file_data?: unknown } }).file
  const data = typeof file?.file_data === 'string' ? file.file_data : ''
  const base64 = data.slice(data.indexOf(',') + 1)
  return {
    name: typeof file?.filename === 'string' ? file.filename : '',
    ...(data.startsWith('data:') && {
      size: Math.floor((base64.length * 3) / 4) - (/(?<!=)=*$/.exec(base64)?.[0].length ?? 0),
    }),
    state: 'ready',
    progress: 1,
    kind: part.type === 'image_url' ? 'image' : part.type === 'input_audio' ? 'audio' : 'other',
    part,
  }
}

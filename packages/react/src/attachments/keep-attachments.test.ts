import { expect, it, vi } from 'vitest'
import { createAttachmentTray } from './attachment-tray.js'
import { persistAttachments, type AttachmentStore } from './persist-attachments.js'

/** A store as a page and the one after it share it; `full` makes it fail. */
function makeStore() {
  const state = { files: [] as readonly File[], writes: 0, full: false }
  const store: AttachmentStore = {
    read: async () => state.files,
    async write(files) {
      state.writes++
      if (state.full) throw new DOMException('The disk is full.', 'QuotaExceededError')
      state.files = files
    },
  }
  return { state, store }
}
const file = (name: string, text = name): File => new File([text], name, { type: 'text/plain' })
const names = (tray: ReturnType<typeof createAttachmentTray>): string[] =>
  tray.getState().items.map(({ name }) => name)

it('what was attached is attached again in the next page, ready to be sent, and gone once it is sent', async () => {
  const { state, store } = makeStore()
  const tray = createAttachmentTray()
  const kept = persistAttachments(tray, store)
  await kept.loaded
  tray.add([file('a.txt'), file('b.txt')])
  await kept.settled()
  kept.close()

  const next = createAttachmentTray()
  const again = persistAttachments(next, store)
  await again.loaded
  expect(names(next)).toEqual(['a.txt', 'b.txt'])
  await vi.waitFor(() => expect(next.getState().isReady).toBe(true))
  expect(next.content('look')).toHaveLength(3)
  // Reading and showing them changed nothing of what is kept.
  expect(state.writes).toBe(1)
  next.clear()
  await again.settled()
  expect(state.files).toEqual([])
})

it('a file that is attached before the others were read joins them', async () => {
  const { state, store } = makeStore()
  state.files = [file('old.txt')]
  const tray = createAttachmentTray()
  const kept = persistAttachments(tray, store)
  tray.add([file('quick.txt')])
  await kept.settled()
  expect(names(tray).toSorted()).toEqual(['old.txt', 'quick.txt'])
  expect(state.files.map(({ name }) => name).toSorted()).toEqual(['old.txt', 'quick.txt'])
})

it('a full store is told, the files stay in the tray, and the next change tries again', async () => {
  const { state, store } = makeStore()
  state.full = true
  const tray = createAttachmentTray()
  const kept = persistAttachments(tray, store)
  await kept.loaded
  tray.add([file('a.txt')])
  await kept.settled()
  expect(kept.getState().problem).toMatchObject({ name: 'QuotaExceededError' })
  expect(names(tray)).toEqual(['a.txt'])
  state.full = false
  tray.add([file('b.txt')])
  await kept.settled()
  expect(kept.getState().problem).toBeUndefined()
  expect(state.files.map(({ name }) => name)).toEqual(['a.txt', 'b.txt'])
})

it('a page that only looks does not write over what another one kept meanwhile', async () => {
  const { state, store } = makeStore()
  state.files = [file('a.txt')]
  const tray = createAttachmentTray()
  const kept = persistAttachments(tray, store)
  await kept.settled()
  state.files = []
  tray.dismissRefusals()
  await vi.waitFor(() => expect(tray.getState().isReady).toBe(true))
  await kept.settled()
  expect(state).toMatchObject({ files: [], writes: 0 })
})

it('what is kept stays when the tray is emptied after closing, also in the middle of a write', async () => {
  const { state, store } = makeStore()
  const begun: (() => void)[] = []
  const slow: AttachmentStore = {
    ...store,
    async write(files) {
      await new Promise<void>((resolve) => begun.push(resolve))
      await store.write(files)
    },
  }
  const tray = createAttachmentTray()
  const kept = persistAttachments(tray, slow)
  await kept.loaded
  tray.add([file('a.txt')])
  // This one came while the first was being written, and before the end.
  tray.add([file('b.txt')])
  kept.close()
  tray.clear()
  const settled = kept.settled()
  for (let write = 0; write < 2; write++) {
    await vi.waitFor(() => expect(begun).toHaveLength(write + 1))
    begun[write]!()
  }
  await settled
  expect(state.files.map(({ name }) => name)).toEqual(['a.txt', 'b.txt'])
})

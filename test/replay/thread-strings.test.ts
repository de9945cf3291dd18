import { createChat } from '@antiphon/core'
import { immediateScheduler, scriptedTransport } from '@antiphon/core/testing'
import {
  createMemoryStorage,
  createThreadSaver,
  exportThreads,
  importThreads,
  loadThread,
} from '@antiphon/threads'
import { expect, test } from 'vitest'
import { sharedFolder, sharedJson } from './shared-data.js'

const corpus = sharedFolder('corpora/naughty-strings')

test.skipIf(!corpus)(
  'R36: all 344 naughty strings come back the same, stored, exported and imported',
  async () => {
    const strings = (sharedJson(corpus ?? '', 'blns-dev.json') as { text: string }[]).map(({ text }) => text)
    expect(strings).toHaveLength(344)
    const storage = createMemoryStorage()
    const chat = createChat({ transport: scriptedTransport([]), scheduler: immediateScheduler })
    const saver = createThreadSaver(chat, storage, { threadId: 't' })
    await saver.loaded
    for (const [i, text] of strings.entries()) {
      chat.store.append({ id: `${i} ${text}`, role: 'user', content: text, metadata: { [text]: text } })
      chat.store.append({ role: 'assistant', content: text, reasoning: text, finishReason: 'stop' })
    }
    await saver.flush()
    expect(saver.getState()).toMatchObject({ status: 'saved', quarantined: [] })
    expect((await loadThread(storage, 't'))!.tree).toEqual(chat.store.getTree())
    const other = createMemoryStorage()
    const { threadIds, quarantined } = await importThreads(other, await exportThreads(storage))
    expect(quarantined).toBe(0)
    expect((await loadThread(other, threadIds[0]!))!.tree).toEqual(chat.store.getTree())
    for (const text of strings.slice(0, 40)) await storage.search(text)
  },
)

import type { Message } from '@antiphon/core'
import { textFileToText } from '@antiphon/core/provider'
import { describe, expect, it } from 'vitest'
import { attachedFiles, findFile } from '../../apps/demo/src/tools/files/attached-files.js'
import { createQueryJson } from '../../apps/demo/src/tools/files/query-json-tool.js'
import { queryJson } from '../../apps/demo/src/tools/files/query-json.js'

const harbour = JSON.stringify({
  boats: [
    { name: 'Alma', length: 9.5, crew: ['Ida', 'Ole'] },
    { name: 'Bris', length: 12 },
    { name: 'Skua', length: 7 },
  ],
})

const filePart = (filename: string, text: string, type = 'application/json') => ({
  type: 'file' as const,
  file: { filename, file_data: `data:${type};base64,${Buffer.from(text).toString('base64')}` },
})
const user = (...content: unknown[]): Message => ({ role: 'user', content }) as Message

function tool(messages: readonly Message[]) {
  const { execute } = createQueryJson((text, query) => Promise.resolve(queryJson(text, query)))
  return (args: { query: string; file?: string }): Promise<unknown> =>
    Promise.resolve(
      execute!(args, {
        callId: 'c',
        callKey: 'm/0',
        signal: new AbortController().signal,
        report: () => {},
        ask: () => Promise.resolve({ type: 'cancel' }),
        getMessages: () => messages,
      }),
    )
}

describe('query_json', () => {
  it('answers from a JSON file that the user attached', async () => {
    const ask = tool([user({ type: 'text', text: 'Which boats?' }, filePart('harbour.json', harbour))])
    expect(await ask({ query: '$.boats[?@.length > 8].name' })).toEqual(['Alma', 'Bris'])
    expect(await ask({ query: '$..crew[0]', file: 'harbour.json' })).toEqual(['Ida'])
    expect(await ask({ query: '$.boats[?match(@.name, "[A-B].*")].length' })).toEqual([9.5, 12])
  })

  it('takes the newest file where none, or one of two with the same name, is asked for', async () => {
    const ask = tool([
      user(filePart('a.json', '{"n":1}'), filePart('b.json', '{"n":2}')),
      { role: 'assistant', content: 'Thanks.' },
      user(filePart('a.json', '{"n":3}')),
    ])
    expect(await ask({ query: '$.n' })).toEqual([3])
    expect(await ask({ query: '$.n', file: 'b.json' })).toEqual([2])
  })

  it('reads a file that was put into the text of the message, whatever it is called and holds', () => {
    const texts = ['[1]', '```\n[1]\n```', '{"a":"````"}\n', '']
    for (const text of texts) {
      const name = 'a "b"\\\n.json'
      const part = { type: 'text', text: textFileToText({ name, mediaType: 'application/json', text }) }
      const [file] = attachedFiles([user({ type: 'text', text: 'see File "x":' }, part)])
      expect(file?.name).toBe(name)
      expect(file?.text?.trimEnd()).toBe(text.trimEnd())
    }
  })

  it('reads a file with one JSON value on each line', () => {
    expect(queryJson('{"a":1}\n{"a":2}\n', '$[*].a')).toEqual({ matches: 2, values: [1, 2] })
  })

  it('tells the model how much there is and gives what it can read', async () => {
    const many = JSON.stringify(Array.from({ length: 5_000 }, (_, i) => i))
    const { matches, values, note } = queryJson(many, '$[*]')
    expect([matches, values.length]).toEqual([5_000, 200])
    expect(note).toContain('5000 values fit; these are the first 200')
    expect(await tool([user(filePart('many.json', many))])({ query: '$[*]' })).toMatchObject({
      file: 'many.json',
      matches: 5_000,
    })
    expect(queryJson(JSON.stringify(['x'.repeat(100_000)]), '$[*]')).toMatchObject({ matches: 1, values: [] })
  })

  it.each([
    ['$[', /^The query cannot be answered: .*It must be JSONPath/],
    ['boats', /^The query cannot be answered/],
    ['$.__proto__.polluted', undefined],
    ['$.constructor', undefined],
    ['', /^The query cannot be answered/],
  ])('the query %j: %s', (query, message) => {
    if (message) expect(() => queryJson(harbour, query)).toThrow(message)
    else expect(queryJson(harbour, query)).toEqual({ matches: 0, values: [] })
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  it('a file nested a hundred thousand deep is refused or answered, never a crash', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000)
    expect(() => queryJson(deep, '$..x')).toThrow(/^The (?:query cannot be answered|file is not JSON)/)
  })

  it('says what there is when the file is not there, is no text, or is no JSON', async () => {
    await expect(tool([])({ query: '$' })).rejects.toThrow('No file is attached')
    const ask = tool([
      user(
        filePart('notes.txt', 'no json', 'text/plain'),
        filePart('scan.pdf', '%PDF', 'application/pdf'),
        { type: 'file', file: { file_id: 'f-1' } },
        filePart('broken.json', '{"a":'),
      ),
    ])
    await expect(ask({ query: '$', file: 'x' })).rejects.toThrow(
      'Attached: notes.txt, scan.pdf, file, broken.json.',
    )
    await expect(ask({ query: '$', file: 'scan.pdf' })).rejects.toThrow('"scan.pdf" is not a file of text.')
    await expect(ask({ query: '$', file: 'notes.txt' })).rejects.toThrow(/^The file is not JSON: /)
    await expect(ask({ query: '$' })).rejects.toThrow(/^The file is not JSON: /)
  })

  it('reads files of the user only: a tool or a model cannot put one there', () => {
    const part = filePart('x.json', '1')
    const messages = [
      { role: 'tool', tool_call_id: 'c', content: [part] },
      { role: 'assistant', content: '' },
    ]
    expect(attachedFiles(messages as Message[])).toEqual([])
    expect(() => findFile([], undefined)).toThrow('Ask the user')
  })
})

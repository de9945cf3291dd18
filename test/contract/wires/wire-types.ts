import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sharedFolder } from '../../replay/shared-data.js'

type Json = Record<string, unknown>
const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const recordsOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isRecord) : [])
const typesOf = (...values: unknown[]): string[] =>
  values.flatMap((value) => (isRecord(value) && typeof value['type'] === 'string' ? [value['type']] : []))
const keysOf = (...values: unknown[]): string[] =>
  values.flatMap((value) => (isRecord(value) ? Object.keys(value) : []))

/** Names in one event of each wire whose meaning a reader has to know: types of events, blocks, items and parts. */
export const namesInEvent: Readonly<Record<string, (event: Json) => string[]>> = {
  'chat-completions': (chunk) =>
    recordsOf(chunk['choices']).flatMap((choice) => {
      const said = isRecord(choice['delta']) ? choice['delta'] : choice['message']
      const content = isRecord(said) ? said['content'] : undefined
      return [...keysOf(said), ...typesOf(...recordsOf(content)).map((type) => `content: ${type}`)]
    }),
  responses(event) {
    const output = isRecord(event['response']) ? recordsOf(event['response']['output']) : []
    const items = [event['item'], ...output].filter(isRecord)
    const parts = [event['part'], ...items.flatMap((item) => recordsOf(item['content']))].filter(isRecord)
    const notes = [event['annotation'], ...parts.flatMap((part) => recordsOf(part['annotations']))]
    return [
      ...typesOf(event),
      ...typesOf(...items).map((type) => `item: ${type}`),
      ...typesOf(...parts).map((type) => `part: ${type}`),
      ...typesOf(...notes).map((type) => `annotation: ${type}`),
    ]
  },
  anthropic(event) {
    const delta = isRecord(event['delta']) ? event['delta'] : {}
    const block = isRecord(event['content_block']) ? event['content_block'] : {}
    return [
      ...typesOf(event),
      ...typesOf(block).map((type) => `block: ${type}`),
      ...typesOf(delta).map((type) => `delta: ${type}`),
      ...typesOf(delta['citation']).map((type) => `citation: ${type}`),
    ]
  },
  gemini: (chunk) => [
    ...keysOf(chunk),
    ...recordsOf(chunk['candidates']).flatMap((candidate) => [
      ...keysOf(candidate).map((key) => `candidate: ${key}`),
      ...recordsOf((candidate['content'] as Json | undefined)?.['parts'])
        .flatMap((part) => keysOf(part))
        .map((key) => `part: ${key}`),
    ]),
  ],
  'gemini-interactions': (event) => [
    String(event['event_type']),
    ...typesOf(event['step']).map((type) => `step: ${type}`),
    ...typesOf(event['delta']).map((type) => `delta: ${type}`),
  ],
  bedrock: (event) => [
    ...keysOf(event),
    ...Object.values(event)
      .flatMap((body) => (isRecord(body) ? keysOf(body['delta'], body['start']) : []))
      .map((key) => `block: ${key}`),
  ],
  ollama: (line) => [...keysOf(line), ...keysOf(line['message']).map((key) => `message: ${key}`)],
  'ag-ui': (event) => typesOf(event),
  'ai-sdk-ui': (event) => typesOf(event).map((type) => (type.startsWith('data-') ? 'data-*' : type)),
}

/** The recordings of each wire; empty without the shared data. */
export function wireRecordings(): { wire: string; file: string; names: string[] }[] {
  const wires = sharedFolder('wires')
  const captures = sharedFolder('captures')
  const folders = [
    ...(wires ? Object.keys(namesInEvent).map((wire) => [wire, join(wires, wire)] as const) : []),
    ...(captures ? [['chat-completions', captures] as const] : []),
  ]
  return folders.flatMap(([wire, folder]) => {
    if (wire === 'chat-completions' && folder !== captures) return []
    return readdirSync(folder)
      .filter((file) => /\.(?:sse|jsonl?)$/.test(file))
      .map((file) => {
        const events = eventsOf(readFileSync(join(folder, file), 'utf8'))
        return { wire, file, names: [...new Set(events.flatMap(namesInEvent[wire]!))] }
      })
  })
}

function eventsOf(text: string): Json[] {
  const whole = parse(text)
  if (whole !== undefined) return [whole].flat().filter(isRecord)
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => parse(line.replace(/^data:\s*/, '')))
    .filter(isRecord)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

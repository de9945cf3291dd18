import { expect, it } from 'vitest'
import { attachments } from '../scenarios/attachments.js'
import { antiphonTour } from '../scenarios/tour.js'
import { readTurn } from '../script/scenario.js'
import { readAttachments, withoutFiles } from './read-attachments.js'

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAAElFTkSuQmCC'
const wav = btoa(`RIFF....WAVEfmt ${'.'.repeat(12)}\x40\x1f\0\0${'.'.repeat(12)}${'\x80'.repeat(4_000)}`)
const file = '\n\nFile "a \\"b\\".json":\n````json\n{"filter":"```"}\n````\n'
const content = [
  { type: 'text', text: `What is in these?${file}` },
  { type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } },
  { type: 'input_audio', input_audio: { data: wav, format: 'wav' } },
  { type: 'file', file: { filename: 'bill.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' } },
  { type: 'image_url', image_url: { url: 'https://files.test/a.png' } },
  { type: 'video_url', video_url: {} },
]

it('tells what came with a message: files in the text, pictures with their size, sounds with their length, addresses', () => {
  expect(readAttachments({ role: 'user', content })).toEqual([
    { kind: 'text', name: 'a "b".json', mediaType: 'text, json', bytes: 17, text: '{"filter":"```"}\n' },
    { kind: 'image', mediaType: 'image/png', bytes: 45, size: { width: 3, height: 2 } },
    { kind: 'audio', mediaType: 'audio/wav', bytes: 4_044, seconds: 0.5 },
    { kind: 'file', name: 'bill.pdf', mediaType: 'application/pdf', bytes: 5 },
    { kind: 'image', mediaType: 'image', address: 'https://files.test/a.png' },
    { kind: 'other', mediaType: 'video_url' },
  ])
})

it('what a file says is not taken for what the person says', () => {
  expect(withoutFiles(`Tell me${file}`)).toBe('Tell me')
  const turn = readTurn({
    model: 'antiphon-tour',
    messages: [{ role: 'user', content: `What is in this file?${file}` }],
    tools: [],
    stream: true,
    includeUsage: false,
  })
  expect(turn.prompt).toBe('What is in this file?')
  const said = [...antiphonTour.play(turn)].map((step) => ('text' in step ? step.text : '')).join('')
  expect(said).toContain('One attachment came with your message')
  expect(said).toContain('**A text file**, `a "b".json`: text, json, 16 characters, 1 line.')
  expect(said).toContain('````\n{"filter":"```"}\n````')
})

it('without an attachment it says how to send one', () => {
  const turn = { prompt: 'x', attachments: [], tools: [], outcomes: [], rounds: 0, lastAnswer: '' }
  expect([...attachments.play(turn)]).toMatchObject([{ text: expect.stringContaining('Attach a file') }])
})

import { answer, call, calling, result, user, type RuleExample } from './rule-example.js'

const text = { type: 'text', text: 'Look:' }
const image = (url: string): object => ({ type: 'image_url', image_url: { url } })
const says = (...content: object[]): object => ({ role: 'user', content })

export const partExamples: RuleExample[] = [
  {
    rule: 'unsupported-part',
    title: 'docs/wire 1.3: a file at llama.cpp',
    profile: 'llama-cpp',
    wrong: [says(text, { type: 'file', file: { filename: 'bay.pdf' } })],
    severity: 'warning',
    path: 'messages[0].content[1]',
    fix: 'Replace it by a text that names it',
    mended: [says(text, { type: 'text', text: '[file: bay.pdf]' })],
    right: [says(text, { type: 'input_audio', input_audio: { data: '', format: 'wav' } })],
  },
  {
    rule: 'remote-image',
    title: 'docs/wire 1.3: Ollama takes images as data only',
    profile: 'ollama',
    wrong: [says(image('https://charts.example/bay.png'))],
    severity: 'warning',
    path: 'messages[0].content[0]',
    fix: 'Replace it by a text that names it',
    mended: [says({ type: 'text', text: '[image: https://charts.example/bay.png]' })],
    right: [says(image('data:image/png;base64,'))],
  },
  {
    rule: 'result-media',
    title: 'docs/wire 1.3: an image in a result',
    wrong: [calling(call('a')), result('a', [text, image('data:,')])],
    severity: 'info',
    path: 'messages[1].content[1]',
    right: [calling(call('a')), result('a', [text])],
  },
  {
    rule: 'context-window',
    title: 'a transcript longer than the context, by estimate',
    options: { contextLength: 1_000 },
    wrong: [user, { role: 'assistant', content: 'x'.repeat(4_001) }, user],
    severity: 'warning',
    path: 'messages[1]',
    right: [user, { role: 'assistant', content: 'x'.repeat(3_900) }, user],
  },
  {
    rule: 'local-field',
    title: 'docs/wire 0.1: a field that would leak if the message were spread',
    wrong: [{ ...user, rating: 5 }],
    severity: 'info',
    path: 'messages[0].rating',
    fix: 'Drop the unknown fields',
    mended: [user],
    right: [
      { ...user, id: 'm1', timestamp: 0, metadata: { 'kit.rating': 5 } },
      { ...answer, usage: { origin: 'reported' }, segments: [], timing: {} },
    ],
  },
]

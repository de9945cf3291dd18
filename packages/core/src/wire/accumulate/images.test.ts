import { describe, expect, test } from 'vitest'
import { collectCompletion } from '../pipeline.js'

const PNG = 'iVBORw0KGgoAAAANSUhEUg=='
const JPEG = '/9j/4AAQSkZJRg=='
const png = `data:image/png;base64,${PNG}`

/** Shapes of one picture, each as some server writes it (docs/wire 2.8). */
const SHAPES: [string, unknown, url?: string][] = [
  ['an address', png],
  ['base64 alone', PNG],
  ['image_url', { type: 'image_url', image_url: { url: png } }],
  ['image_url as text', { type: 'image_url', image_url: png }],
  ['image', { type: 'image', image_url: png }],
  [
    'output_image',
    { type: 'output_image', image_url: { url: 'https://a.example/b.png' } },
    'https://a.example/b.png',
  ],
  ['url', { type: 'image', url: 'https://a.example/b.png' }, 'https://a.example/b.png'],
  ['a source', { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } }],
  ['a source with an address', { type: 'image', source: { type: 'url', url: png } }],
  ['b64_json', { type: 'image', b64_json: PNG }],
  ['b64_json of a JPEG', { type: 'image', b64_json: JPEG }, `data:image/jpeg;base64,${JPEG}`],
  ['inline_data', { type: 'image', inline_data: { mime_type: 'image/png', data: PNG } }],
  ['inlineData', { inlineData: { mimeType: 'image/png', data: PNG } }],
  [
    'data and a type',
    { type: 'image', mimeType: 'image/avif', data: 'AAAAIGZ0' },
    'data:image/avif;base64,AAAAIGZ0',
  ],
  ['image in an object', { type: 'output_image', image: { url: png } }],
  ['result', { type: 'image_generation_call', result: PNG }],
  ['imageUrl', { type: 'image_url', imageUrl: { url: png } }],
  ['image_base64', { type: 'image_base64', image_base64: PNG }],
  ['b64', { type: 'image', b64: PNG }],
  ['bytes', { image: { format: 'png', source: { bytes: PNG } } }],
  ['a type in capitals', { type: 'IMAGE', url: png }],
  ['a file', { type: 'file', file: { file_data: png, filename: 'a.png' } }],
  ['a file with a media type', { type: 'file', mediaType: 'image/png', data: PNG }],
  ['a source in Gemini’s shape', { fileData: { mimeType: 'image/png', fileUri: png } }],
  ['the same in Python', { file_data: { mime_type: 'image/png', file_uri: png } }],
  ['image_file', { type: 'image_file', image_file: { url: png } }],
  ['image_uri', { type: 'image', image_uri: png }],
  ['uri', { type: 'image', mediaType: 'image/png', uri: png }],
  ['src', { type: 'image', src: png }],
  ['content', { type: 'image', content: PNG }],
  ['a blob', { type: 'image', blob: PNG, mimeType: 'image/png' }],
  ['a resource of MCP', { type: 'resource', resource: { uri: 'a://b', mimeType: 'image/png', blob: PNG } }],
  ['a media type as its type', { type: 'image/png', data: PNG }],
  ['picture', { type: 'picture', url: png }],
  ['a list of one', { type: 'image', data: [{ b64_json: PNG }] }],
  ['a file with its type', { type: 'file', file: { url: png, mime_type: 'image/png' } }],
  ['media', { type: 'media', mimeType: 'image/png', data: PNG }],
]

describe('a picture in any shape', () => {
  const bodies: [string, (shape: unknown) => object, asPart: boolean][] = [
    ['in images', (shape) => ({ delta: { images: [shape] } }), false],
    ['in image', (shape) => ({ delta: { image: shape } }), false],
    ['in image_url', (shape) => ({ delta: { image_url: shape } }), false],
    ['in generated_images', (shape) => ({ delta: { content: 'a', generated_images: [shape] } }), false],
    ['as a part', (shape) => ({ delta: { content: [shape] } }), true],
    [
      'as a part beside text',
      (shape) => ({ delta: { content: [{ type: 'text', text: 'a cat' }, shape] } }),
      true,
    ],
    ['in a whole message', (shape) => ({ message: { content: '', images: [shape] } }), false],
  ]
  test.each(bodies)('%s', async (_place, body, isPart) => {
    for (const [name, shape, url = png] of SHAPES) {
      if (isPart && typeof shape === 'string') continue
      const source = [
        { choices: [{ index: 0, ...body(shape) }] },
        { choices: [{ index: 0, finish_reason: 'stop' }] },
      ]
      const { outcome, message } = await collectCompletion(source)
      expect([name, outcome, message.images]).toEqual([
        name,
        'complete',
        [expect.objectContaining({ type: 'image_url', image_url: { url } })],
      ])
      expect(JSON.stringify(message.images).split('base64,').length).toBeLessThan(3)
    }
  })
})

describe('a picture keeps what else was said of it', () => {
  const imagesOf = async (image: unknown) => {
    const { message } = await collectCompletion([
      { choices: [{ index: 0, delta: { images: [image] } }] },
      { choices: [{ index: 0, finish_reason: 'stop' }] },
    ])
    return message.images
  }
  test.each<[string, unknown, unknown]>([
    [
      'beside its address',
      { type: 'image', url: 'http://a.example/b.png', mime_type: 'image/png', alt: 'a cat' },
      { type: 'image_url', image_url: { url: 'http://a.example/b.png' }, alt: 'a cat' },
    ],
    [
      'in the shape of a request, whatever the address',
      { image_url: { url: '/files/7', detail: 'high' }, alt: 'a cat' },
      { type: 'image_url', image_url: { url: '/files/7', detail: 'high' }, alt: 'a cat' },
    ],
    [
      'in the shape of a request',
      { image_url: { url: 'https://a.example/b.png', detail: 'high' } },
      { type: 'image_url', image_url: { url: 'https://a.example/b.png', detail: 'high' } },
    ],
    ['as an address of its own server', '/files/7', { type: 'image_url', image_url: { url: '/files/7' } }],
    ['without an address', { alt: 'a cat' }, { type: 'image_url', alt: 'a cat' }],
    [
      'without an address, under its own type',
      { type: 'photo', alt: 'a cat' },
      { type: 'photo', alt: 'a cat' },
    ],
    ...['not in base64!', '!AAAA', 'AAAA!', 'see https://a.example/b.png'].map(
      (data): [string, unknown, unknown] => [
        `as ${data}`,
        { type: 'image', mime_type: 'image/png', data },
        { type: 'image', mime_type: 'image/png', data },
      ],
    ),
    ['of no kind', { type: 'image', data: 'AAAA' }, { type: 'image', data: 'AAAA' }],
    [
      'in base64 that is broken into lines',
      { type: 'image', mime_type: 'image/png', data: `${'A'.repeat(100)}\nAAAA` },
      {
        type: 'image_url',
        image_url: { url: expect.stringMatching(/^data:image\/png;base64,A{100}/) as string },
      },
    ],
  ])('%s', async (_name, image, shown) => expect(await imagesOf(image)).toEqual([shown]))
})

test.each<[string, object]>([
  ['a file with an address', { type: 'file', url: 'https://a.example/b.png' }],
  ['an imaginary thing', { type: 'imaginary', url: 'https://a.example/b.png' }],
  ['a picture without an address', { type: 'image', file_id: 'file-7' }],
  ['a sound', { inline_data: { mime_type: 'audio/wav', data: PNG } }],
  ['data of no type', { inline_data: { data: PNG } }],
])('%s in the content is no picture', async (_name, part) => {
  const { message, outcome } = await collectCompletion([
    { choices: [{ index: 0, delta: { content: [{ type: 'text', text: 'a' }, part] } }] },
    { choices: [{ index: 0, finish_reason: 'stop' }] },
  ])
  expect([outcome, message.content, message.images]).toEqual(['complete', 'a', undefined])
})

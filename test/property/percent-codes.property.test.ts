import { leftovers, redact, review } from '@antiphon/devtools/redact'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { assertProperty } from '../support/property.js'

const VALUES = [
  'ann.berg@harbour.example',
  'sk-proj-Ab3dEf6hIj9kLm2nOp5qRs8tUv',
  'ghp_16C7e42F292c6912E7710c838347Ae178B4a',
]

const hex = (char: string, isUpper: boolean): string => {
  const code = char.charCodeAt(0).toString(16).padStart(2, '0')
  return `%${isUpper ? code.toUpperCase() : code}`
}

const bits = fc.array(fc.boolean(), { minLength: 45, maxLength: 45 })

/**
 * A value in an address, with any of its characters percent-encoded, once, twice or three times, beside bytes that are not text.
 */
const addresses = fc
  .record({
    value: fc.constantFrom(...VALUES),
    coded: bits,
    upper: bits,
    times: fc.integer({ min: 0, max: 2 }),
    before: fc.constantFrom(
      'https://a.example/?m=',
      'https://a.example/%E4?q=%20',
      'data:text/plain,%22',
      'mailto:',
      '/p#%zz=',
    ),
    after: fc.constantFrom('', '%E4', '%e4%F6', '%', '%zz', '&x=1', '%22%2C', '%E2%80%A6'),
  })
  .map(({ value, coded, upper, times, before, after }) => {
    let text = Array.from(value, (char, i) => (coded[i] || char === '@' ? hex(char, upper[i]!) : char)).join(
      '',
    )
    for (let n = 0; n < times; n++) text = text.replaceAll('%', '%25')
    return { value, url: before + text + after }
  })

/** Decodes a text again and again, until no codes are left. */
function decoded(text: string): string {
  for (let last = ''; last !== text;) {
    last = text
    text = text.replace(/%([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
  }
  return text
}

const places: Record<string, (url: string) => unknown> = {
  'the address of an image': (url) => [
    { role: 'user', content: [{ type: 'image_url', image_url: { url } }] },
  ],
  'a text': (url) => [{ role: 'user', content: `see ${url} there` }],
  'the arguments of a call': (url) => [
    {
      role: 'assistant',
      content: '',
      tool_calls: [
        { id: 'c', type: 'function', function: { name: 'open', arguments: JSON.stringify({ url }) } },
      ],
    },
  ],
}

it.each(Object.keys(places))('a value in percent codes of any spelling is taken out of %s', (place) => {
  assertProperty(
    fc.property(addresses, ({ value, url }) => {
      const thread = places[place]!(url)
      const found = review(thread)
      expect(decoded(JSON.stringify(redact(thread, found).value))).not.toContain(value)
      // A finished page that still had it would be stopped.
      const finding = found.findings.filter(({ values }) => values.includes(value))
      expect(leftovers(`<img src="${url}">`, finding)).toEqual(finding)
      expect(finding).toHaveLength(1)
    }),
  )
})

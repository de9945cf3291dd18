import { createChat } from '@antiphon/core'
import { scriptedTransport } from '@antiphon/core/testing'
import { expect, test } from 'vitest'
import { readVersions } from './read-versions.js'

test.each([
  ['# Oslo\n\n- It is **cold**.\n- It is _dark_.', 'Oslo It is cold. It is dark.'],
  ['Look:\n\n```js\nconst a = 1\n```\n\n> Quoted\n\n1. First', 'Look: const a = 1 Quoted 1. First'],
  ['| city | cold |\n| --- | --- |\n| Oslo | yes |', expect.stringMatching(/^[^|]*city[^|]*Oslo[^|]*$/)],
  ['{"city":"Oslo","cold":true}', 'city:Oslo,cold:true'],
  ['```json\n{\n  "city": "Oslo"\n}\n```', 'city: Oslo'],
  ['word '.repeat(100), expect.stringMatching(/^(?:word ){29}word…$/)],
  ['  \n', ''],
])('the beginning of %j is words', (content, words) => {
  const { store } = createChat({
    transport: scriptedTransport([]),
    messages: [{ id: 'a', role: 'assistant', content }],
  })
  expect(readVersions(store, ['a'])[0]?.text).toEqual(words)
})

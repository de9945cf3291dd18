import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findCycles, findViolations } from './layer-rules.js'

const packages = join(import.meta.dirname, '../../packages')

function sources(): Map<string, string> {
  const files = new Map<string, string>()
  for (const name of readdirSync(packages)) {
    for (const entry of readdirSync(join(packages, name, 'src'), { recursive: true }) as string[]) {
      // Test helpers of a package are not shipped; those of core have an entry of their own.
      if (name === 'ui' && /(^|\/)testing\//.test(entry)) continue
      if (!/\.tsx?$/.test(entry) || /\.(test|stories)\.tsx?$/.test(entry) || /(^|\/)fixtures\//.test(entry))
        continue
      files.set(
        `${name}/${entry.replaceAll('\\', '/')}`,
        readFileSync(join(packages, name, 'src', entry), 'utf8'),
      )
    }
  }
  return files
}

describe('layers', () => {
  const files = sources()

  it('covers the whole source', () => {
    expect(files.size).toBeGreaterThan(60)
    expect(files.has('core/wire/pipeline.ts')).toBe(true)
  })

  it('every import is one that its layer allows', () => {
    expect(findViolations(files)).toEqual([])
  })

  it('no two files import each other, directly or round a corner', () => {
    expect(findCycles(files)).toEqual([])
  })
})

describe('the layer check itself', () => {
  const check = (path: string, source: string) =>
    findViolations(new Map([[path, source]])).map((v) => v.imports)

  it.each([
    ['core/wire/a.ts', "import { x } from '../chat/create-chat.js'", 'core/chat/create-chat.ts'],
    ['core/message/a.ts', "export * from '../pairing/types.js'", 'core/pairing/types.ts'],
    ['core/tree/a.ts', "import { useState } from 'react'", 'react'],
    ['core/chat/a.ts', "import { readFile } from 'node:fs'", 'node:fs'],
    ['core/pairing/a.ts', "const x = await import('../chat/create-chat.js')", 'core/chat/create-chat.ts'],
    ['react/hooks/a.ts', "import { Chat } from '@antiphon/ui'", '@antiphon/ui'],
    ['react/hooks/a.ts', "import '../a.css'", 'react/a.css'],
    ['ui/markdown/a.ts', "import { x } from '../strings/strings.js'", 'ui/strings/strings.ts'],
    ['ui/markdown/a.ts', "import type { Message } from '@antiphon/core'", '@antiphon/core'],
    ['endpoint/a.ts', "import { createServer } from 'node:http'", 'node:http'],
    ['endpoint/a.ts', "import { x } from '@antiphon/core'", '@antiphon/core'],
  ])('%s may not hold %s', (path, source, target) => {
    expect(check(path, source)).toEqual([target])
  })

  it('finds a cycle', () => {
    const files = new Map([
      ['core/tree/a.ts', "import { b } from './b.js'"],
      ['core/tree/b.ts', "import { a } from './a.js'"],
    ])
    expect(findCycles(files)).toEqual([['core/tree/a.ts', 'core/tree/b.ts', 'core/tree/a.ts']])
  })
})

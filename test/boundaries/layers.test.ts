import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findCycles, findViolations } from './layer-check.js'

const root = join(import.meta.dirname, '../..')

/** The source files below a folder, by their paths there with `prefix` before them. */
function sourcesIn(folder: string, prefix: string): [path: string, source: string][] {
  const entries = readdirSync(join(root, folder), { recursive: true }) as string[]
  return entries.flatMap((entry) => {
    if (!/\.tsx?$/.test(entry) || /\.(test|stories)\.tsx?$/.test(entry)) return []
    // Test helpers of a package are not shipped; those of core have an entry of their own.
    if (/(^|\/)fixtures\//.test(entry) || (prefix === 'ui' && /(^|\/)testing\//.test(entry))) return []
    return [[`${prefix}/${entry.replaceAll('\\', '/')}`, readFileSync(join(root, folder, entry), 'utf8')]]
  })
}

describe('layers', () => {
  const files = new Map(
    readdirSync(join(root, 'packages')).flatMap((name) => sourcesIn(`packages/${name}/src`, name)),
  )
  const inApps = (...names: string[]) =>
    new Map(names.flatMap((name) => sourcesIn(`apps/${name}`, `apps/${name}`)))

  it('covers the whole source', () => {
    expect(files.size).toBeGreaterThan(900)
    expect(files.has('core/wire/pipeline.ts')).toBe(true)
  })

  it('every import is one that its layer allows', () => {
    const apps = inApps('parts/src', 'workbench/src', 'demo/src', 'demo/server', 'docs/src')
    expect(findViolations(new Map([...files, ...apps]))).toEqual([])
  })

  it('no two files import each other, directly or round a corner', () => {
    const all = new Map([
      ...files,
      ...inApps('parts/src', 'workbench/src', 'demo/src', 'demo/server', 'gallery/src', 'docs/src'),
    ])
    expect(all.has('apps/workbench/src/viewer/viewer-result.tsx')).toBe(true)
    expect(findCycles(all)).toEqual([])
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
    ['ui/lib/a.ts', "import { x } from '../components/fold/fold.js'", 'ui/components/fold/fold.ts'],
    [
      'ui/components/tool-call/a.tsx',
      "import type { X } from '../transcript/long/turn-list.js'",
      'ui/components/transcript/long/turn-list.ts',
    ],
    ['ui/components/turn/a.tsx', "import { x } from '../chat/chat.js'", 'ui/components/chat/chat.ts'],
    ['transcripts/shared/a.ts', "import { x } from '../openai/detect.js'", 'transcripts/openai/detect.ts'],
    [
      'transcripts/ag-ui/a.ts',
      "import type { X } from '../events/event-log.js'",
      'transcripts/events/event-log.ts',
    ],
    [
      'apps/workbench/src/viewer/a.ts',
      "import { x } from '../../../demo/src/app.js'",
      'apps/demo/src/app.ts',
    ],
    ['apps/parts/src/a.ts', "import { x } from 'workbench/viewer'", 'workbench/viewer'],
    ['sessions/pi/a.ts', "import { x } from '../join-agents.js'", 'sessions/join-agents.ts'],
  ])('%s may not hold %s', (path, source, target) => {
    expect(check(path, source)).toEqual([target])
  })

  it('a file in a folder that no storey holds is an error', () => {
    expect(findViolations(new Map([['ui/components/new-part/a.tsx', '']]))).toEqual([
      { file: 'ui/components/new-part/a.tsx', imports: '', rule: 'no storey of ui holds this file' },
    ])
  })

  const knots = (files: Record<string, string>) => findCycles(new Map(Object.entries(files)))

  it.each([
    ['values', "import { b } from './b.js'"],
    ['a type', "import type { B } from './b.js'"],
    ['an inline type', "import { type B } from './b.js'"],
    ['a type that is exported again', "export type { B } from './b.js'"],
    ['a module that is loaded later', "const b = () => import('./b.js')"],
  ])('finds a cycle through %s', (_, source) => {
    expect(knots({ 'core/tree/a.ts': source, 'core/tree/b.ts': "import { a } from './a.js'" })).toEqual([
      ['core/tree/a.ts', 'core/tree/b.ts'],
    ])
  })

  it('finds a cycle in an app, between components', () => {
    const [page, panel] = ['apps/workbench/src/viewer/page.tsx', 'apps/workbench/src/panels/panel.tsx']
    const files = {
      [page]: "import { Panel } from '../panels/panel.js'",
      [panel]: "import { Page } from '../viewer/page.js'",
    }
    expect(knots(files)).toEqual([[panel, page]])
  })

  it('tells of each knot once, with all its files and no others', () => {
    const files = {
      'core/a.ts': "import { b } from './b.js'\nimport { d } from './d.js'",
      'core/b.ts': "import { a } from './a.js'\nimport type { C } from './c.js'",
      'core/c.ts': "import { a } from './a.js'",
      'core/d.ts': "import { e } from './e.js'",
      'core/e.ts': "import { f } from './f.js'",
      'core/f.ts': "import { e } from './e.js'",
    }
    expect(knots(files)).toEqual([
      ['core/e.ts', 'core/f.ts'],
      ['core/a.ts', 'core/b.ts', 'core/c.ts'],
    ])
  })
})

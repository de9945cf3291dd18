import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Files of what is shipped, without their tests. */
function sources(): string[] {
  const folders = ['packages', 'apps'].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => `${group}/${name}/src`),
  )
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
      .filter((file) => /\.(?:tsx?|html)$/.test(file) && !/\.test\.|\/testing\//.test(file)),
  )
}

test('S14 what a model wrote is nowhere shown as a page: the only frames draw diagrams, run code and hold apps of servers, with scripts and no origin; the gallery frames itself', () => {
  const frames: Record<string, string[]> = {}
  const loose: string[] = []
  for (const file of sources()) {
    const text = readFileSync(join(root, file), 'utf8')
    if (
      /<(?:iframe|embed|frame|portal)\b|<object\s+(?:data|type)=|createElement\('(?:embed|object|frame)'/.test(
        text,
      )
    )
      loose.push(file)
    if (/allow-same-origin|allow-top-navigation|allow-popups|allow-forms/.test(text)) loose.push(file)
    if (text.includes("createElement('iframe')"))
      frames[file] = [...text.matchAll(/setAttribute\('sandbox', '([^']*)'\)/g)].map(
        ([, allowed]) => allowed!,
      )
  }
  // The sheet of all states frames pages of the gallery itself, by one address that no text of a model is part of.
  const sheet = 'apps/gallery/src/sheet/contact-sheet.tsx'
  // A page that was shared is a page of its own, without scripts and without an origin; its links open other pages.
  const shared = 'packages/server/src/chat-server/share-routes.ts'
  expect(loose).toEqual([shared, sheet])
  expect(readFileSync(join(root, shared), 'utf8').match(/"sandbox [^;]*; default-src[^;]*;/g)).toEqual([
    `"sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none';`,
  ])
  const text = readFileSync(join(root, sheet), 'utf8')
  const [frame, ...others] = text.match(/<iframe\b[^]*?\/>/g) ?? []
  expect(others).toEqual([])
  expect(frame).not.toMatch(/\bsrc/i)
  // The queue gives each frame its address.
  expect(text.match(/whenNear\(.*/g)).toEqual(['whenNear(frame.current!, source), [source])'])
  expect(text.match(/const source = .*?\}/g)).toEqual(['const source = `./iframe.html?id=${story.id}'])
  expect(frames).toEqual({
    'packages/ui/src/diagram/diagram.tsx': ['allow-scripts'],
    'packages/base/src/page-frame/page-frame.ts': ['allow-scripts'],
    'packages/base/src/page-frame/frame-document.ts': ['allow-scripts'],
    'apps/demo/src/tools/run-javascript.ts': ['allow-scripts'],
  })
})

import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openBrowser } from './open-browser.js'
import { newFolder } from './testing/view-test-kit.js'

it.skipIf(process.platform !== 'linux')(
  'the address stands in no list of processes, and in a file of this user alone',
  async () => {
    const folder = await newFolder()
    const { PATH } = process.env
    onTestFinished(() => void (process.env['PATH'] = PATH))
    process.env['PATH'] = `${folder.path}:${PATH}`
    const command = join(folder.path, 'xdg-open')
    await writeFile(command, `#!/bin/sh\necho "$@" > ${folder.path}/given\n`)
    await chmod(command, 0o755)
    const cache = join(folder.path, 'cache')
    const close = await openBrowser('http://127.0.0.1:1/secret/', cache)
    const given = await vi.waitFor(async () => {
      const text = await readFile(join(folder.path, 'given'), 'utf8')
      expect(text).toMatch(/\n/)
      return text.trim()
    })
    expect(given).not.toContain('secret')
    const file = new URL(given)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readFile(file, 'utf8')).toContain('url=http://127.0.0.1:1/secret/"')
    await close()
    expect(await readdir(cache)).toEqual([])
  },
)

import * as core from '@antiphon/core'
import * as ui from '@antiphon/ui'
import { transformSync } from 'esbuild'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createElement, type ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import * as jsx from 'react/jsx-runtime'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { chatCode, chatWithToolCode } from '../../../apps/demo/src/code/chat-code.js'

/** Compiles a file of the dialog and gives its component. It may import the kit, its sheet and zod, and nothing else. */
function componentOf(code: string): ComponentType {
  const { code: compiled } = transformSync(code, { loader: 'tsx', jsx: 'automatic', format: 'cjs' })
  const modules: Record<string, unknown> = {
    '@antiphon/core': core,
    '@antiphon/ui': ui,
    zod: z,
    '@antiphon/ui/styles.css': {},
    'react/jsx-runtime': jsx,
  }
  const module = { exports: {} as { default: ComponentType } }
  // oxlint-disable-next-line typescript/no-implied-eval -- the code under test is a text
  new Function('require', 'module', compiled)((name: string) => modules[name] ?? expect.fail(name), module)
  return module.exports.default
}
it('the code of a chat is that of the README', () => {
  const readme = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8')
  expect(readme).toContain(chatCode({ baseUrl: 'http://localhost:11434/v1', model: 'qwen3' }))
})

it('the code at the end of the tour draws a chat', () => {
  const drawn = renderToStaticMarkup(createElement(componentOf(chatWithToolCode)))
  expect(drawn).toContain('data-slot="composer"')
})

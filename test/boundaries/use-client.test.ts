import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withReact } from '../support/packages.js'

const root = join(import.meta.dirname, '../..')

/** Published modules of the packages that have React in them. */
const modules = withReact
  .flatMap((name) => {
    const folder = `packages/${name}/src`
    return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (file) => `${folder}/${file}`,
    )
  })
  .filter(
    (file) => /\.tsx?$/.test(file) && !/\.(?:test|stories)\.|\/(?:testing|fixtures)\/|\/story-/.test(file),
  )
  .map((file) => ({ file, code: readFileSync(join(root, file), 'utf8') }))

/** Takes more than types from React. */
const takesReact = (code: string): boolean =>
  [...code.matchAll(/^import (?!type )([^;]*?) from 'react'/gm)].some(([, names]) =>
    names!
      .replace(/^\{|\}$/g, '')
      .split(',')
      .some((name) => name.trim() !== '' && !name.trim().startsWith('type ')),
  )

const hasHook = (code: string): boolean => /^export function use[A-Z]/m.test(code)

const isClient = (code: string): boolean => /^'use client'$/m.test(code.split('\n')[0]!)

test('a module with components or hooks, and one that takes a value from React, says that it is for the client; no other does', () => {
  expect(modules.length).toBeGreaterThan(200)
  const wanted = (file: string, code: string): boolean =>
    file.endsWith('.tsx') || takesReact(code) || hasHook(code)
  const wrong = modules.filter(({ file, code }) => isClient(code) !== wanted(file, code))
  expect(wrong.map(({ file }) => file)).toEqual([])
})

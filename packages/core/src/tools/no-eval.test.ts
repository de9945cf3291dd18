import { afterAll, expect, it, vi } from 'vitest'

const made = vi.fn()
vi.stubGlobal(
  'Function',
  new Proxy(Function, {
    construct(target, given) {
      made()
      return Reflect.construct(target, given) as object
    },
  }),
)
afterAll(() => vi.unstubAllGlobals())

it('arguments are checked without asking whether code may be made of text; schemas of the host ask as before', async () => {
  const { readJsonSchema } = await import('./json-schema.js')
  await import('../../../threads/src/storage/message-schemas.js')
  const schema = readJsonSchema({ properties: { city: { type: 'string' } }, required: ['city'] })
  expect(await schema['~standard'].validate({ city: 'Oslo' })).toEqual({ value: { city: 'Oslo' } })
  expect(made).not.toHaveBeenCalled()
  const z = await import('zod')
  expect(z.config().jitless).toBeUndefined()
  expect(z.object({ city: z.string() }).safeParse({ city: 'Oslo' }).success).toBe(true)
  expect(made).toHaveBeenCalled()
})

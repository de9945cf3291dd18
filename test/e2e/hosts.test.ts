/** Two hosts of test/hosts; all of them are in hosts.hunt.test.ts and hosts-height.hunt.test.ts. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectOwnHeight, expectOwnLook, openHosts, type HostPages } from './support/host-pages.js'

let hosts: HostPages
beforeAll(async () => void (hosts = await openHosts(['plain', 'hostile', 'height'])))
afterAll(() => hosts?.close())

test('in a page with a hostile sheet for every element the kit looks as in a plain one', async () => {
  await hosts.expectSameLook(await hosts.photograph('plain'), 'hostile')
})

test('the kit styles nothing outside its roots', async () => {
  const page = await hosts.visit('hostile')
  await expectOwnLook(page)
  await page.close()
})

test(
  'where its place has no height, a chat has one; where it has, the chat fills it',
  { tags: 'hunt' },
  async () => {
    expectOwnHeight(await hosts.sizesIn('template'))
    for (const { chat } of await hosts.sizesIn('fixed')) expect(chat.height).toBe(400)
  },
)

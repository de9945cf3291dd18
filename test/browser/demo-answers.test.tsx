import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { all, button, find, openDemo, settled } from './support/demo-page.js'

async function start(name: string): Promise<void> {
  await button(/more states/).click()
  await button(name).click()
  await userEvent.keyboard('{Enter}')
}

test('an answer of the scripted endpoint cites its sources: marks in the text, a card at each, and a list', async () => {
  await openDemo()
  await start('Sources of an answer')
  await expect.element(page.getByRole('group', { name: 'Sources' })).toBeVisible()
  await settled()
  expect(all('[data-slot="source-mark"]').map(({ textContent }) => textContent)).toEqual(['1', '2', '2', '3'])
  expect(all('[data-slot="source"] a').map((link) => link.getAttribute('href'))).toEqual([
    'https://www.rfc-editor.org/rfc/rfc9112.html#section-7.1',
    'https://html.spec.whatwg.org/multipage/server-sent-events.html',
    'https://developer.mozilla.org/en-US/docs/Web/API/Streams_API/Using_readable_streams',
  ])
  await page.getByRole('link', { name: /^Source 1:/ }).hover()
  const card = await find('[data-slot="source-card"]')
  expect(card.innerText).toMatch(/^RFC 9112.*\n+www\.rfc-editor\.org\n+The chunked transfer coding wraps/)
})

test('a plan is one list that ends with all of its steps done; its agents are folded', async () => {
  await openDemo()
  await start('A plan with two agents')
  await expect.element(page.getByText('The pool of checkout is 40 again, in every region.')).toBeVisible()
  await settled()
  expect(all('[data-slot="plan"]').map(({ innerText }) => innerText.split('\n')[1])).toEqual(['5 of 5'])
  expect(all('[data-tool="update_plan"] [data-slot="name"]').map(({ textContent }) => textContent)).toEqual(
    [0, 1, 3, 5].map((done) => `Plan: ${done} of 5 done`),
  )
  await page.getByRole('button', { name: /^2 calls in parallel/ }).click()
  await expect.poll(() => all('[data-tool="ask_agent"]').length).toBe(2)
})

test('pictures come into the places that were held for them', async () => {
  await openDemo()
  await start('Pictures in the making')
  await expect.poll(() => all('[data-slot="picture-place"]').length).toBe(4)
  const height = (await find('[data-slot="picture-grid"]')).getBoundingClientRect().height
  await expect.element(page.getByText(/^Morning, noon, evening and night/)).toBeVisible()
  await settled()
  expect(all('[data-slot="image-tile"]')).toHaveLength(4)
  const after = (await find('[data-slot="picture-grid"]')).getBoundingClientRect().height
  expect(Math.abs(after - height)).toBeLessThanOrEqual(1)
})

import { describe, expect, test } from 'vitest'
import { page, userEvent, type Locator } from 'vitest/browser'
import { pace } from './support/demo-network.js'
import {
  all,
  ask,
  box,
  button,
  chooseInMenu,
  dialog,
  hear,
  isGone,
  lastAnswer,
  openDemo,
  settled,
  textOf,
  untilFocused,
  untilPressCounts,
} from './support/demo-page.js'

const chips = page.getByRole('group', { name: 'Compare two models' })
const view = page.getByRole('group', { name: 'Two answers' })
const column = (model: string): Locator => view.getByRole('region', { name: model, exact: true })
const version = (name: string | RegExp) =>
  expect.poll(() => lastAnswer.getByRole('group', { name }).query()).not.toBeNull()

async function choose(which: 'First' | 'Second', id: string): Promise<void> {
  const field = dialog('Model').getByRole('combobox')
  if (!field.query()) await chips.getByRole('button', { name: `${which} model` }).click()
  await field.fill(id)
  await userEvent.keyboard('{Enter}')
  const chip = chips.getByRole('button', { name: `${which} model: ${id}`, exact: true })
  await expect.element(chip).toBeVisible()
}

async function askBoth(question: string, models: readonly [string, string]): Promise<void> {
  await openDemo()
  await chooseInMenu('Add', 'Compare two models')
  await choose('First', models[0])
  await choose('Second', models[1])
  await ask(question)
}

describe('two models side by side', () => {
  test('scroll as one, with the head of each in sight, and the one that is kept is shown beside the other as its version', async () => {
    await askBoth('Write a long answer', ['long', 'answer'])
    const keep = button('Keep this one: long')
    await expect.element(keep).toBeVisible()
    // The question once; those of the two chats are not shown again.
    const bubbles = () => all('[aria-label="Two answers"] [data-slot="bubble"]')
    expect(bubbles().filter((bubble) => bubble.checkVisibility())).toHaveLength(1)
    // The shorter answer is marked as better, visibly and in words for a screen reader.
    expect(view.getByText('(better)').elements().length).toBeGreaterThan(0)
    const scrollers = [view.element(), ...view.element().querySelectorAll('*')]
      .filter((one) => one.scrollHeight > one.clientHeight + 40 && getComputedStyle(one).overflowY === 'auto')
      .map((one) => one.getAttribute('aria-label'))
    expect(scrollers).toEqual(['Two answers'])
    view.element().scrollTo(0, 1500)
    const top = (locator: Locator): number => locator.element().getBoundingClientRect().top
    const head = column('long').getByRole('heading', { level: 3, name: 'long', exact: true })
    await expect.poll(() => top(head) - top(view)).toBeLessThan(40)
    await keep.click()
    await isGone(view)
    expect(chips.query()).toBeNull()
    await version(/^Version \d of 2$/)
  })

  test('stand still from the first line on, and Escape ends both', async () => {
    pace.speed = 4
    await askBoth('Weigh twelve coins three times', ['thinker', 'answer'])
    await expect.poll(() => all('[data-status="streaming"]')).toHaveLength(2)
    // The entries are the page's own, so that nothing before the first answer counts.
    let shift = 0
    const watch = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) shift += entry.value
    })
    watch.observe({ type: 'layout-shift' })
    const top = () => Math.round(column('thinker').element().getBoundingClientRect().top)
    const before = top()
    await expect
      .poll(() =>
        column('thinker')
          .getByText(/Thought for/)
          .query(),
      )
      .not.toBeNull()
    expect(top()).toBe(before)
    expect(shift).toBeLessThanOrEqual(0.02)
    watch.disconnect()
    await expect.element(button('Stop')).toBeVisible()
    box().focus()
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => all('[data-status="streaming"]')).toEqual([])
    expect(column('thinker').getByText('Stopped by you').query()).not.toBeNull()
  })

  test(
    'each can be stopped, and what had arrived is kept when the comparison ends in mid-answer',
    { tags: 'hunt' },
    async () => {
      pace.speed = 20
      await askBoth('Write a long answer', ['long', 'stall'])
      // Both are at it at one time.
      await expect.poll(() => all('[data-status="streaming"]')).toHaveLength(2)
      await expect.element(column('stall').getByText('The lighthouse on the point')).toBeVisible()
      // So slow that the other one still arrives at the end of the comparison.
      pace.speed = 1
      await column('stall').getByRole('button', { name: 'Stop stall' }).click()
      await expect.element(column('stall').getByText('Stopped by you').first()).toBeVisible()
      await chips.getByRole('button', { name: 'Stop comparing' }).click()
      await isGone(view)
      await version(/^Version \d of 2$/)
      await expect.element(lastAnswer.getByText('Stopped by you').first()).toBeVisible()
      await lastAnswer.getByRole('button', { name: 'Previous version' }).click()
      await expect.element(lastAnswer.getByText('Stopped by you').first()).toBeVisible()
    },
  )

  test('keep the text and open the list of models while no second one is chosen', async () => {
    await openDemo()
    await expect.poll(box).toHaveFocus()
    await userEvent.keyboard('{Control>}{Shift>}M{/Shift}{/Control}')
    await ask('Write a long answer')
    await expect.element(dialog('Model').getByRole('combobox')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.poll(box).toHaveValue('Write a long answer')
    await chips.getByRole('button', { name: 'Stop comparing' }).click()
    await expect.poll(box).toHaveFocus()
  })
})

describe('the versions of an answer', () => {
  test(
    'open at their figure, say what each is and how it begins, and show one by keyboard',
    { tags: 'hunt' },
    async () => {
      await openDemo()
      await hear('Convert 26.2 miles to km')
      await untilPressCounts()
      await lastAnswer.getByRole('button', { name: 'Retry this answer' }).click()
      const figure = lastAnswer.getByRole('button', { name: /^Show all versions, 2\/2/ })
      await expect.element(figure).toBeVisible()
      await settled()
      figure.element().focus()
      await userEvent.keyboard('{Enter}')
      const list = dialog('2 versions')
      const lines = list.getByRole('button', { name: /antiphon-tour/ })
      await untilFocused(lines.nth(1))
      expect(textOf(lines.nth(1))).toMatch(/shown[\s\S]*28 out/)
      await userEvent.keyboard('{ArrowUp}')
      await expect.element(list.getByText('26.2 mi is 42.164813 km.')).toBeVisible()
      await userEvent.keyboard('{Enter}')
      await isGone(list)
      await version('Version 1 of 2')
      // Escape gives the focus back to the figure.
      await userEvent.keyboard('{Enter}')
      await expect.element(list).toBeVisible()
      await userEvent.keyboard('{Escape}')
      const now = lastAnswer.getByRole('button', { name: /^Show all versions, 1\/2/ })
      await untilFocused(now)
    },
  )
})

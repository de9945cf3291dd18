import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import {
  actOnThread,
  chooseInMenu,
  openModels,
  searchThreads,
  showAdvanced,
  untilPressCounts,
  untilStill,
  type DemoPage,
} from '../demo-app.js'
import { axeFindings, type AxeOptions } from './axe.js'

/** Returns the findings of axe once nothing moves. */
export async function stillFindings({ page }: DemoPage, options?: AxeOptions): Promise<string[]> {
  await untilStill(page)
  return axeFindings(page, options)
}

/** Ways to each state of the demo, from a page that was just opened. */
export const states: Record<string, (demo: DemoPage) => Promise<void>> = {
  async empty() {},
  async streaming(demo) {
    await demo.ask('Stall in mid-answer')
    await demo.answer.getByText('you can').waitFor()
    await demo.ask('and then this')
  },
  async tools(demo) {
    await demo.ask('Let one tool fail')
    await demo.settle()
    await demo.ask('What time is it in Oslo and Tokyo?')
    await demo.settle()
    await demo.answer.getByRole('button', { name: /2 calls in parallel/ }).click()
    await demo.answer
      .getByRole('button', { name: /get_time/ })
      .first()
      .click()
    await demo.ask('Show me an answer with a table')
    await demo.settle()
  },
  async errors(demo) {
    await demo.ask('Refuse my key with a 401')
    await demo.settle()
    await demo.answer.getByRole('button', { name: 'Details' }).click()
    await demo.ask('Get cut off at the token limit')
    await demo.settle()
    await demo.ask('Run into the content filter')
    await demo.settle()
  },
  async threads(demo) {
    await demo.ask('Let one tool fail')
    await demo.settle()
    await demo.page.getByRole('button', { name: 'New conversation' }).click()
    await demo.ask('Decline this one')
    await demo.settle()
    await actOnThread(demo.page, 'Decline this one', 'Pin')
    await actOnThread(demo.page, 'Let one tool fail', 'Delete')
    await demo.page.getByText('Deleted “Let one tool fail”').waitFor()
    await actOnThread(demo.page, 'Decline this one', 'Rename')
  },
  async drawer(demo) {
    await demo.page.setViewportSize({ width: 390, height: 844 })
    await demo.ask('Let one tool fail')
    await demo.settle()
    await demo.page.getByRole('button', { name: 'Conversations', exact: true }).click()
    const drawer = demo.page.getByRole('dialog', { name: 'Conversations' })
    await drawer.getByRole('link', { name: 'Let one tool fail' }).waitFor()
    await drawer.getByRole('button', { name: /^Actions for/ }).click()
    await demo.page.getByRole('menu').waitFor()
  },
  async search(demo) {
    await demo.ask('Let one tool fail')
    await demo.settle()
    expect(await searchThreads(demo.page, 'tool').then((found) => found.count())).toBe(1)
  },
  async more({ page }) {
    await page.getByRole('button', { name: /more states/ }).click()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menu').waitFor()
  },
  async settings({ page }) {
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    await page.getByText('Reachable').waitFor()
    await showAdvanced(page.getByRole('dialog'))
    await page.getByLabel('Max tokens').fill('many')
    await page.getByRole('button', { name: 'Save' }).click()
  },
  async models({ page }) {
    await openModels(page)
    await page.keyboard.type('tool')
  },
  async comparing(demo) {
    const { page } = demo
    await chooseInMenu(page, 'Add', 'Compare two models')
    await page.getByRole('button', { name: /^Second model/ }).click()
    await page.keyboard.type('answer')
    await page.keyboard.press('Enter')
    await demo.ask('Show me an answer with a table')
    await page
      .getByRole('button', { name: /^Keep this one/ })
      .nth(1)
      .waitFor()
  },
  async versions(demo) {
    await demo.ask('Convert 26.2 miles to km')
    await demo.settle()
    await untilPressCounts(demo.page)
    await demo.answer.getByRole('button', { name: 'Retry this answer' }).click()
    await demo.answer.getByRole('button', { name: /^Show all versions/ }).click()
    await demo.page.getByRole('dialog', { name: '2 versions' }).waitFor()
  },
  async 'tools and faults'({ page }) {
    await page.getByRole('textbox', { name: 'Write a message' }).pressSequentially('/fail-filter')
    await page.keyboard.press('Enter')
    await chooseInMenu(page, 'Add', 'Tools…')
    await page.getByRole('checkbox', { name: 'get_time' }).waitFor()
  },
  async wire(demo) {
    await demo.ask('What time is it in Oslo and Tokyo?')
    await demo.settle()
    await demo.page.getByRole('button', { name: 'Wire', exact: true }).click()
    await demo.page.getByRole('tree', { name: 'Rows of the stream' }).waitFor()
  },
  async 'request on the wire'(demo) {
    await states['wire']!(demo)
    await demo.page.getByRole('tab', { name: /^Request/ }).click()
  },
  async 'response on the wire'(demo) {
    await states['wire']!(demo)
    await demo.page.getByRole('tab', { name: /^Response/ }).click()
  },
  async approval({ page, ask }) {
    await ask('Ask me before it runs code')
    await page.locator('[data-slot="tool-approval"]').waitFor()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
  },
  async find(demo) {
    await demo.ask('Convert 26.2 miles to km')
    await demo.settle()
    await demo.page.keyboard.press('Control+Shift+F')
    await demo.page.locator('input[aria-label="Find in this conversation"]').fill('km')
  },
  async export(demo) {
    await demo.ask('Convert 26.2 miles to km')
    await demo.settle()
    await demo.page.getByRole('button', { name: 'Export this conversation' }).click()
    await demo.page.getByRole('dialog', { name: 'Export' }).waitFor()
  },
  async transcripts({ page }) {
    await page.getByRole('button', { name: 'Transcripts' }).click()
    await page.getByText('Choose a file').waitFor()
  },
  async palette({ page }) {
    await page.keyboard.press('Control+K')
    await page.getByRole('dialog', { name: 'Commands' }).waitFor()
  },
  async shortcuts({ page }) {
    await page.keyboard.press('Control+/')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  },
  async 'sources of an answer'(demo) {
    await begin(demo, 'Sources of an answer')
    await demo.page.getByRole('link', { name: /^Source 1:/ }).focus()
    await demo.page.locator('[data-slot="source-card"]').waitFor()
  },
  plan: (demo) => begin(demo, 'A plan with two agents'),
  pictures: (demo) => begin(demo, 'Pictures in the making'),
  async 'next questions and a quote'(demo) {
    const { page } = demo
    await begin(demo, 'A page beside the chat')
    await page.locator('[data-slot="follow-ups"]').waitFor()
    await demo.answer
      .locator('[data-slot="prose"] p')
      .last()
      .evaluate((text) => getSelection()!.selectAllChildren(text))
    await page.getByRole('button', { name: 'Ask about this' }).waitFor()
  },
  async artifact(demo) {
    await begin(demo, 'A page beside the chat')
    await untilPressCounts(demo.page)
    await demo.page.getByRole('button', { name: /^How a pool fills up/ }).click()
    await demo.page.locator('[data-slot="artifact-frame"]').waitFor()
  },
  theme: ({ page }) => openByPalette(page, 'Theme…', '[popover]:popover-open'),
  'prompt library': ({ page }) => openByPalette(page, 'Prompt library'),
  prices: ({ page }) => openByPalette(page, 'Cost and prices'),
  'system prompt': ({ page }) => openByPalette(page, 'System prompt of this conversation'),
  about: ({ page }) => openByPalette(page, 'What is this?'),
}

/** Puts one of the states of the first page into the message box, sends it and waits for the end of the answer. */
async function begin(demo: DemoPage, state: string): Promise<void> {
  await demo.page.getByRole('button', { name: /more states/ }).click()
  await demo.page.getByRole('button', { name: state }).click()
  await demo.ask(await demo.box.inputValue())
  await demo.settle()
}

/** Runs a command by its words, and waits for what it opens. */
async function openByPalette(page: Page, words: string, opens = 'dialog[open]'): Promise<void> {
  await page.keyboard.press('Control+K')
  const palette = page.getByRole('dialog', { name: 'Commands' })
  await palette.getByRole('combobox').fill(words)
  await page.keyboard.press('Enter')
  await palette.waitFor({ state: 'detached' })
  await page.locator(opens).waitFor()
}

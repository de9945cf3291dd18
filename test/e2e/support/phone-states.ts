import { chooseInMenu, untilAnswerCounts, type DemoPage } from '../demo-app.js'
import { states } from './demo-states.js'

/** Views that a person opens on a phone with a finger, where a key or a wide header opens them elsewhere. */
export const phoneStates: Record<string, (demo: DemoPage) => Promise<void>> = {
  async home({ page }) {
    await page.getByRole('button', { name: /more states/ }).tap()
  },
  async tour({ page }) {
    await page.getByRole('button', { name: 'Start the tour' }).tap()
    await page.locator('[data-slot="approval-bar"]').waitFor()
  },
  async silence(demo) {
    await demo.ask('Stall in mid-answer')
    // So long that the notice with its buttons is there.
    await demo.page
      .locator('[data-slot="live-foot"]')
      .getByText(/^No data for/)
      .waitFor()
  },
  async files({ page }) {
    await page
      .locator('input[type="file"]')
      .first()
      .setInputFiles([
        { name: 'pools.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') },
        { name: 'bill.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n/Type /Page\n') },
      ])
    await page.getByText('bill.pdf').waitFor()
  },
  async 'sent files'(demo) {
    await phoneStates['files']!(demo)
    await demo.ask('What is in this file?')
    await demo.settle()
  },
  async 'edited arguments'({ page, ask }) {
    await ask('Ask me before it runs code')
    await untilAnswerCounts(page.locator('[data-slot="tool-approval"]'))
    await page.getByRole('button', { name: 'More answers' }).tap()
    await page.getByRole('button', { name: 'Edit', exact: true }).tap()
    await page.getByRole('button', { name: 'Use these arguments' }).waitFor()
  },
  async wire(demo) {
    await demo.ask('What time is it in Oslo and Tokyo?')
    await demo.settle()
    await chooseInMenu(demo.page, 'More', 'Wire')
    const rows = demo.page.getByRole('tree', { name: 'Rows of the stream' })
    await rows.getByRole('treeitem').nth(1).tap()
  },
  async export(demo) {
    await demo.ask('Convert 26.2 miles to km')
    await demo.settle()
    await chooseInMenu(demo.page, 'More', 'Export')
    await demo.page.getByRole('dialog', { name: 'Export' }).waitFor()
  },
  async find(demo) {
    await demo.ask('Convert 26.2 miles to km')
    await demo.settle()
    await chooseInMenu(demo.page, 'More', 'Find in this conversation')
    await demo.page.locator('input[aria-label="Find in this conversation"]').fill('km')
  },
  async transcripts({ page }) {
    await page.getByRole('button', { name: 'Conversations', exact: true }).tap()
    await page.getByRole('button', { name: 'Transcripts' }).tap()
    await page.getByText('Choose a file').waitFor()
  },
  async 'a transcript'(demo) {
    await phoneStates['transcripts']!(demo)
    await demo.page.getByRole('button', { name: /A broken history/ }).tap()
    await demo.page.locator('main [data-slot="turn"]').first().waitFor()
  },
  async server({ page }) {
    await page.getByRole('button', { name: 'Conversations', exact: true }).tap()
    await page.getByRole('button', { name: 'Settings', exact: true }).tap()
    await page.getByRole('button', { name: 'Change the server' }).tap()
    await page.getByLabel('Base URL').waitFor()
  },
  async advanced({ page }) {
    await page.getByRole('button', { name: 'Conversations', exact: true }).tap()
    await page.getByRole('button', { name: 'Settings', exact: true }).tap()
    await page.getByRole('button', { name: 'Advanced' }).tap()
    await page.getByText('More parameters').tap()
  },
  plan: states['plan']!,
  pictures: states['pictures']!,
  'next questions and a quote': states['next questions and a quote']!,
  artifact: states['artifact']!,
  theme: states['theme']!,
  versions: states['versions']!,
  models: states['models']!,
  palette: states['palette']!,
  shortcuts: states['shortcuts']!,
  'prompt library': states['prompt library']!,
  prices: states['prices']!,
  'system prompt': states['system prompt']!,
  about: states['about']!,
}

/** The page of `antiphon view` and of the demo, with files that are dropped on it: its reading of sessions needs no server. */
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent, type Locator } from 'vitest/browser'
import claude from '../fixtures/sessions/claude-code/tide.jsonl?raw'
import codex from '../fixtures/sessions/codex/rollout.jsonl?raw'
import gemini from '../fixtures/sessions/gemini-cli/session.json?raw'
import goose from '../fixtures/sessions/goose/session.jsonl?raw'
import pi from '../fixtures/sessions/pi/session.jsonl?raw'
import { SessionsApp } from '../../apps/workbench/src/sessions/sessions-app.js'
import { all, draw } from './support/demo-page.js'

const agents: Readonly<Record<string, File>> = {
  'Claude Code': new File([claude], 'tide.jsonl'),
  Codex: new File([codex], 'rollout-1.jsonl'),
  'Gemini CLI': new File([gemini], 'session-1.json'),
  Goose: new File([goose], '20260301.jsonl'),
  pi: new File([pi], '1.jsonl'),
}

const rows = () => all('[data-session]')
const rowWith = (words: string) => rows().find((row) => row.innerText.includes(words))
const transcript = () => all('[data-slot="transcript"]')[0]
const says = (words: string | RegExp) => expect.poll(() => transcript()?.innerText).toMatch(words)
const select = (name: string): Locator => page.getByRole('combobox', { name, exact: true })
const position = (words: string | RegExp = /^\d+ of \d+$/): Locator =>
  page.getByRole('status').filter({ hasText: words })

const openSessions = (): Promise<void> => draw(<SessionsApp />, { height: 800 })
beforeEach(openSessions)

/** Lets files go over the page. */
function drop(...files: File[]): void {
  const dataTransfer = new DataTransfer()
  for (const file of files) dataTransfer.items.add(file)
  const target = document.querySelector('main')!
  for (const type of ['dragover', 'drop'])
    target.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }))
}

async function dropAgents(): Promise<void> {
  drop(...Object.values(agents))
  await expect.poll(() => rows().length).toBe(5)
}

/** Opens the session of an agent from the list. */
async function openFrom(agent: string): Promise<void> {
  await userEvent.selectOptions(select('Agent'), agent)
  await expect.poll(() => rows().length).toBe(1)
  await userEvent.click(rows()[0]!)
}

const turns = () => all('[data-turn-id]')

describe('the list', () => {
  test('has the sessions of five agents, by project, with what a list says of each, and each opens', async () => {
    await dropAgents()
    await expect.element(page.getByText('5 sessions')).toBeVisible()
    await expect.element(page.getByRole('region', { name: 'harbour' })).toBeVisible()
    expect(rowWith('When is low water?')!.innerText).toMatch(
      /When is low water\?\n.*harbour-1 · 102 tokens\n1 failed/,
    )
    for (const agent of Object.keys(agents)) {
      await openFrom(agent)
      await says(/water/i)
      await expect.poll(() => all('header')[0]?.innerText).toContain(agent)
    }
  })

  test(
    'goes by keys alone, back to the row that was opened; words are found in all sessions, and a hit opens where they stand',
    { tags: 'hunt' },
    async () => {
      await dropAgents()
      await userEvent.keyboard('{Control>}{Shift>}f{/Shift}{/Control}')
      await expect.poll(() => document.activeElement?.hasAttribute('data-filter')).toBe(true)
      await userEvent.keyboard('low water?')
      await expect.poll(() => rows().length).toBe(2)
      const [first, second] = rows()
      await userEvent.keyboard('{ArrowDown}')
      expect(document.activeElement).toBe(first)
      await userEvent.keyboard('{ArrowDown}')
      expect(document.activeElement).toBe(second)
      await userEvent.keyboard('{Enter}')
      await expect.poll(() => turns().length).toBeGreaterThan(0)
      await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
      await expect.element(position()).toBeVisible()
      await userEvent.keyboard('{Escape}')
      await expect.poll(() => turns().length).toBe(0)
      await expect.poll(() => document.activeElement?.textContent).toBe(second!.textContent)

      await userEvent.keyboard('{Control>}k{/Control}')
      await page.getByRole('searchbox', { name: 'Find in all sessions' }).fill('NO SUCH FILE')
      await expect.element(page.getByText(/^Found in \d+ sessions?$/)).toBeVisible()
      const hit = all('[data-hit]')[0]!
      expect(hit.querySelector('mark')!.textContent.toLowerCase()).toBe('no such file')
      await userEvent.click(hit)
      await says(/no such file/i)
      await page.getByRole('searchbox').fill('nobody wrote these words')
      await expect.element(page.getByText('Found in no session.')).toBeVisible()
    },
  )
})

describe('reading a session', () => {
  test('steps through prompts, calls and failures, and shows one kind alone', async () => {
    await dropAgents()
    await openFrom('pi')
    await userEvent.selectOptions(select('Jump to'), 'failures')
    await page.getByRole('button', { name: 'Next of the failures' }).click()
    await expect.element(position('1 of 1')).toBeVisible()
    // The failed call has the focus.
    await expect.poll(() => document.activeElement?.closest('[data-call-key]')?.textContent).toContain('bash')
    const calls = () => transcript()!.querySelectorAll('[data-slot="tool-call"]').length
    await userEvent.selectOptions(select('Show'), 'prompts')
    await expect.poll(calls).toBe(0)
    await says('Low water?')
    await userEvent.selectOptions(select('Show'), 'calls')
    await expect.poll(calls).toBeGreaterThan(0)
    await expect.poll(() => transcript()!.innerText).not.toContain('Low water?')
    // Notes of every kind begin at one line, with their icons in view.
    await userEvent.selectOptions(select('Show'), '')
    await says('Low water?')
    const starts = all('[data-slot="system-notice"]').map((note) => note.getBoundingClientRect().left)
    expect(new Set(starts).size).toBe(1)
  })

  test(
    'of one that is too long to be read whole, the beginning and the end are shown, and nothing else is said to be broken',
    { tags: 'hunt' },
    async () => {
      const words = 'fog over the harbour '.repeat(450)
      const lines = Array.from({ length: 3_000 }, (_, i) =>
        JSON.stringify({
          type: 'user',
          uuid: `u-${i}`,
          parentUuid: i === 0 ? null : `u-${i - 1}`,
          sessionId: 's-3',
          timestamp: new Date(1_772_352_000_000 + i).toISOString(),
          message: { role: 'user', content: `Question ${i}: ${words}` },
        }),
      )
      drop(new File([lines.join('\n'), '\n'], 's-3.jsonl'))
      const problems = page.getByRole('region', { name: /^While reading/ })
      await expect
        .element(problems.getByText(/its beginning and its end are shown, \d+ MB between them are not/))
        .toBeVisible()
      expect(problems.getByRole('listitem').elements()).toHaveLength(1)
      const shown = () =>
        ['Question 0:', 'Question 2999:', 'Question 1500:'].map((text) =>
          transcript()!.textContent.includes(text),
        )
      await expect.poll(shown).toEqual([true, true, false])
      // The count covers only part of the session.
      const facts = page.getByRole('region', { name: 'Session', exact: true })
      await expect.poll(() => facts.getByText(/^at least [\d,]+$/).elements().length).toBeGreaterThan(0)
    },
  )
})

describe('files that are dropped', () => {
  const STEPS = 40
  const FAILED = 30

  /** A session of Claude Code: one prompt and forty calls, of which one failed. */
  function session(id: string, prompt: string): File {
    const base = (i: number) => ({
      uuid: `${id}-${i}`,
      sessionId: id,
      timestamp: new Date(Date.UTC(2026, 2, 1, 9, 0, i)).toISOString(),
      cwd: '/srv/harbour',
    })
    const records: object[] = [{ type: 'user', ...base(0), message: { role: 'user', content: prompt } }]
    for (let i = 0; i < STEPS; i++) {
      const call = { type: 'tool_use', id: `call-${i}`, name: 'Bash', input: { command: `gauge ${i}` } }
      const content = [{ type: 'text', text: `Look ${i} at the gauge.` }, call]
      records.push({
        type: 'assistant',
        ...base(2 * i + 1),
        parentUuid: `${id}-${2 * i}`,
        message: { id: `m-${i}`, role: 'assistant', model: 'harbour-1', content },
      })
      const result = {
        type: 'tool_result',
        tool_use_id: `call-${i}`,
        content: `${i} m`,
        is_error: i === FAILED,
      }
      records.push({
        type: 'user',
        ...base(2 * i + 2),
        parentUuid: `${id}-${2 * i + 1}`,
        message: { role: 'user', content: [result] },
      })
    }
    return new File([records.map((record) => JSON.stringify(record)).join('\n')], `${id}.jsonl`)
  }

  test(
    'one opens at once and jumps to the call that failed in the middle of its one answer; more are a list that replaces it',
    { tags: 'hunt' },
    async () => {
      drop(session('one', 'When is low water?'))
      await expect.poll(() => transcript()?.textContent).toContain('When is low water?')
      await userEvent.selectOptions(select('Jump to'), 'failures')
      await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
      await expect.element(position('1 of 1')).toBeVisible()
      const failed = `[data-call-key="m-${FAILED}/0"], [data-call-key*="${2 * FAILED + 1}/0"]`
      await expect.poll(() => all(failed)[0]?.contains(document.activeElement)).toBe(true)

      drop(session('two', 'Mend the pump.'), session('three', 'Tie the boat.'))
      await expect.poll(() => rows().length).toBe(2)
      await userEvent.click(rowWith('Tie the boat.')!)
      await says('Look 39 at the gauge.')
      drop(session('one', 'When is low water?'), session('two', 'Mend the pump.'))
      await expect.poll(() => rowWith('When is low water?')).toBeDefined()
      await expect.poll(() => rows().length).toBe(2)
      expect(rowWith('Tie the boat.')).toBeUndefined()
    },
  )
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Driver } from './driver.js'
import { fixture, type JourneyPage } from './journey-page.js'

export interface Journey {
  name: string
  /** Why this driver cannot do it; undefined where it can. */
  cannot?: (driver: Driver) => string | undefined
  walk(page: JourneyPage): Promise<void>
}

const APPROVAL = { css: '[role=group]', name: /^Allow run_javascript/ }

/** Writes a transcript for a moment, and goes on with it. Every message has a mark of its own. */
async function openLong(page: JourneyPage, count: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'antiphon-journey-'))
  const path = join(folder, 'long.json')
  const messages = Array.from({ length: count }, (_, at) =>
    at % 2 === 0
      ? { role: 'user', content: `Question mark-${at}-end` }
      : {
          role: 'assistant',
          content: `## Answer\n\nSome words with **mark-${at}-end** in them. ${'And more words. '.repeat(at % 23)}\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n\`\`\`js\nconst x = ${at}\n\`\`\`\n`,
        },
  )
  writeFileSync(path, JSON.stringify(messages))
  try {
    await page.openTranscript(path)
    await page.see({ css: 'main [data-slot="turn"]', name: new RegExp(`mark-${count - 1}-end`) })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs in the page: a tab holds the lock of an answer until all of it is stored. */
const holdsNoAnswer = async (): Promise<boolean> => {
  const { held = [] } = await navigator.locks.query()
  return !held.some(({ name }) => name?.startsWith('antiphon answer '))
}

const states = (page: JourneyPage) =>
  page.run(() =>
    [...document.querySelectorAll('main [data-slot="tool-call"]')].map((row) =>
      row.getAttribute('data-state'),
    ),
  )

/** Turns the wheel backwards over the transcript, and tells how far the wheel went, and how far what stood in view has moved. */
async function stepBack(page: JourneyPage, by: number): Promise<{ wheel: number; moved: number }> {
  const [x, y] = await page.run(() => {
    const { left, top, width, height } = document
      .querySelector('[data-slot="viewport"]')!
      .getBoundingClientRect()
    const blocks = [...document.querySelectorAll<HTMLElement>('main [data-place] > *')]
    const mark = blocks.find(
      (one) => one.checkVisibility({ contentVisibilityAuto: true }) && one.getBoundingClientRect().top > top,
    )!
    const step = { mark, before: mark.getBoundingClientRect().top, wheel: 0 }
    addEventListener('wheel', ({ deltaY }) => (step.wheel -= deltaY), { passive: true })
    Object.assign(window, { step })
    return [left + width / 2, top + height / 2]
  })
  await page.wheel(x, y, -by)
  return page.run(async () => {
    const { step } = window as unknown as { step: { mark: Element; before: number; wheel: number } }
    const { mark, before } = step
    let last = before
    for (let still = 0, looks = 0; still < 3 && looks < 100; looks++) {
      // Look after a frame, because in it the page may still correct a move of the layout before.
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 20)))
      const now = mark.getBoundingClientRect().top
      still = now === last && now !== before ? still + 1 : 0
      last = now
    }
    return { wheel: step.wheel, moved: Math.round(last - before) }
  })
}

/**
 * Prints, and returns how many tables were drawn, and how many turns were plain text, when the browser took the page. Where the
 * driver cannot print, the page only gets the events of printing, and the PDF is undefined.
 */
async function printed(
  page: JourneyPage,
  pages: string,
): Promise<{ pdf: Buffer | undefined; drawn: number; plain: number }> {
  await page.run(() => {
    const taken = { drawn: 0, plain: 0 }
    Object.assign(window, { taken })
    // After the kit's own listener, and before the browser goes on.
    addEventListener('beforeprint', () => {
      taken.drawn = document.querySelectorAll('[data-slot="turn"] table').length
      taken.plain = document.querySelectorAll('[data-slot="turn"][data-plain]').length
    })
  })
  const pdf = await page.print?.(pages)
  if (!pdf)
    await page.run(() => {
      dispatchEvent(new Event('beforeprint'))
      dispatchEvent(new Event('afterprint'))
    })
  return {
    pdf,
    ...(await page.run(() => (window as unknown as { taken: { drawn: number; plain: number } }).taken)),
  }
}

/** Actions of people, once for every engine. Each journey begins at an empty demo whose endpoint answers at once. */
export const journeys: Journey[] = [
  {
    name: 'the tour',
    async walk(page) {
      await page.tap({ css: 'button', name: 'Start the tour' })
      await page.see({ css: '[role=group]', name: /^Allow rollback_deploy/ })
      await page.see({ css: 'h1', name: 'Tour: checkout latency' })
      expect(await page.see({ css: '[role=group]', name: 'Tour' })).toMatch(/8 of 8\s+A question to you/)
    },
  },
  {
    name: 'tools and approval',
    async walk(page) {
      await page.ask('Ask me before it runs code')
      await page.see(APPROVAL)
      await page.passGuard()
      await page.focus(APPROVAL)
      await page.press('y')
      await page.until(async () => (await states(page)).join() === 'done,error,done', 'the three calls end')
      await page.settle()
      // The focus went on to the message box, the letter did not.
      expect(await page.message()).toBe('')
      await page.until(async () => (await page.answer()).includes('primes'), 'the answer goes on')
    },
  },
  {
    name: 'endings',
    async walk(page) {
      for (const [question, ending] of [
        ['Get cut off at the token limit', 'Cut off at the token limit'],
        ['Run into the content filter', "Withheld by the provider's content filter"],
        ['Decline this one', 'The model declined'],
      ]) {
        await page.ask(question!)
        await page.settle()
        await page.until(async () => (await page.answer()).includes(ending!), ending!)
      }
      await page.ask('Stall in mid-answer')
      await page.see({
        css: 'form[data-slot="composer"]:is([data-state="submitted"], [data-state="streaming"])',
      })
      await page.passGuard()
      await page.press('Escape')
      await page.settle()
      await page.until(async () => (await page.answer()).includes('Stopped by you'), 'it says who stopped it')
    },
  },
  {
    name: 'threads in two tabs',
    async walk(page) {
      await page.ask('Convert 26.2 miles to km')
      await page.settle()
      const item = { css: '[data-slot="thread-item"]', name: /26\.2 miles/ }
      await page.see(item)
      await page.until(
        () => page.run(() => location.hash.length > 1 || location.pathname.length > 1),
        'the thread has an address',
      )
      const address = await page.run(() => location.href)
      const back = await page.openBeside(address)
      await page.until(async () => (await page.answer()).includes('42.16'), 'the other tab shows the answer')
      await page.ask('Convert 10 miles to km')
      await page.settle()
      await page.until(async () => (await page.answer()).includes('16.09'), 'the other tab has its answer')
      // A window that closes before that takes the rest of the answer with it.
      await page.until(() => page.run(holdsNoAnswer), 'the other tab has stored its answer')
      await back()
      await page.until(async () => (await page.answer()).includes('16.09'), 'the first tab shows it too')
      await page.reload()
      await page.until(async () => (await page.answer()).includes('16.09'), 'it is there after a reload')
    },
  },
  {
    name: 'the viewer',
    async walk(page) {
      await page.openTranscript(fixture('transcripts/agentkit/older.json'))
      await page.see({ css: 'main [data-slot="tool-call"]' })
      await page.ask('Show me an answer with a table')
      await page.settle()
      await page.see({ css: 'main [data-slot="turn"] table' })
      await page.reload()
      await page.see({ css: 'main [data-slot="tool-call"]' })
    },
  },
  {
    name: 'attachments',
    async walk(page) {
      // The page that the build drew takes words and keys, and no files.
      await page.until(() => page.run(() => document.getElementById('first') === null), 'the app itself')
      await page.upload('form[data-slot="composer"] input[type=file]', fixture('boats.json'))
      await page.see({ css: 'form[data-slot="composer"] *', name: /boats\.json/ })
      await page.see({ css: '[data-slot="send"]:not([aria-disabled])' })
      await page.ask('call query_json {"query":"$.boats[?@.length>8].name"}')
      await page.until(
        async () => (await page.answer()).includes('Alma, Bris'),
        'the answer has what was found',
      )
      await page.settle()
    },
  },
  {
    name: 'back through a long answer',
    async walk(page) {
      await page.ask('Write a long answer')
      await page.see({ css: 'main button', name: /latest|New answer/ })
      await page.settle()
      await page.tap({ css: 'main button', name: /latest|New answer/ })
      // Until the end has come to rest.
      await page.until(
        () =>
          page.run(async () => {
            const viewport = document.querySelector('[data-slot="viewport"]')!
            const places = () => [viewport.scrollTop, viewport.scrollHeight].join()
            const before = places()
            await new Promise((done) => setTimeout(done, 200))
            return places() === before && viewport.scrollTop > 2000
          }),
        'the end of the answer',
      )
      for (let step = 0; step < 40; step++) {
        const { wheel, moved } = await stepBack(page, 200)
        // A real wheel has notches: 94 pixels each in WebKitGTK.
        expect(Math.abs(wheel - 200), `step ${step}`).toBeLessThan(15)
        expect(Math.abs(moved - wheel), `step ${step}: ${moved} px for ${wheel}`).toBeLessThanOrEqual(2)
      }
    },
  },
  {
    name: 'a long thread',
    async walk(page) {
      await openLong(page, 2000)
      // The wheel, backwards, over turns that were never drawn: what is read moves as far as the wheel says.
      await page.run(async () => {
        const viewport = document.querySelector<HTMLElement>('[data-slot="viewport"]')!
        viewport.scrollTop = viewport.scrollHeight / 2
        for (let frame = 0; frame < 30; frame++) await new Promise(requestAnimationFrame)
      })
      const moves = await page.run(async () => {
        const viewport = document.querySelector<HTMLElement>('[data-slot="viewport"]')!
        const frames = async (count: number) => {
          for (let at = 0; at < count; at++) await new Promise(requestAnimationFrame)
        }
        const off: number[] = []
        for (let step = 0; step < 30; step++) {
          const edge = viewport.getBoundingClientRect().top
          const turn = [...viewport.querySelectorAll('[data-turn-id]')].find(
            (one) => one.getBoundingClientRect().bottom > edge + 10,
          )!
          const before = turn.getBoundingClientRect().top
          viewport.scrollTop -= 120
          await frames(6)
          off.push(Math.abs(turn.getBoundingClientRect().top - before - 120))
        }
        return Math.max(...off)
      })
      expect(moves).toBeLessThan(2)
      // All of it is in the document, and what is in view is drawn.
      await page.until(
        () =>
          page.run(() =>
            [...document.querySelectorAll('[data-slot="turn"] table')].some(
              (one) => one.getBoundingClientRect().top > 0,
            ),
          ),
        'what is in view is drawn',
      )
      expect(
        await page.run(
          () => new Set(document.querySelector('main')!.textContent.match(/mark-\d+-end/g)).size,
        ),
      ).toBe(2000)
    },
  },
  {
    name: 'find in the page, with real keys',
    cannot: (driver) => (driver.find ? undefined : 'its headless build has no search'),
    async walk(page) {
      await openLong(page, 600)
      const shown = () =>
        page.run(() => {
          const view = document.querySelector('[data-slot="viewport"]')!.getBoundingClientRect()
          return [...document.querySelectorAll('main [data-turn-id]')].some((turn) => {
            const { top, bottom } = turn.getBoundingClientRect()
            return (
              turn.textContent.includes('mark-101-end') &&
              bottom > view.top &&
              top < view.bottom &&
              turn.querySelector('strong') !== null
            )
          })
        })
      // As a person does: on a busy machine letters can come before the bar that they are for.
      for (let tries = 0; tries < 5 && !(await shown()); tries++) {
        await page.find!('mark-101-end')
        await page.until(shown, 'the turn that was found is in view and drawn', 12_000).catch(() => {})
      }
      expect(await shown()).toBe(true)
    },
  },
  {
    name: 'print',
    async walk(page) {
      await openLong(page, 300)
      const { pdf, drawn, plain } = await printed(page, '1-3')
      expect({ drawn, plain }).toEqual({ drawn: 150, plain: 0 })
      if (pdf) {
        expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
        // Words and tables on three pages; an empty page takes a tenth of it.
        expect(pdf.length).toBeGreaterThan(12_000)
      }
      await page.see({ css: 'main [data-slot="turn"]', name: /mark-299-end/ })
    },
  },
]

'use client'

import { useEffect, useReducer, useRef, useState } from 'react'
import { useStaticPage, type StaticPage } from '../../lib/static-page.js'
import { useSettings, type BlockColors, type Highlighter, useMarkdownPlugins } from './context.js'

/** Longest time in ms that colours may take of a frame. */
const SLICE = 4

/** Runs `work` in idle time, with the time it may take. Returns a function that cancels it. */
function whenIdle(work: (budget: number) => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(() => work(SLICE), 1)
    return () => clearTimeout(timer)
  }
  // A busy page gets its colours, too, in small portions.
  const id = requestIdleCallback((deadline) => work(Math.min(SLICE, Math.max(1, deadline.timeRemaining()))), {
    timeout: 1000,
  })
  return () => cancelIdleCallback(id)
}

interface Opened {
  readonly highlighter: Highlighter
  readonly language: string
  readonly colors: BlockColors | null
}

/**
 * The colours of a block of code, read in idle time while it grows. undefined without a highlighter, and until it has loaded
 * the grammar of the language; the code is there at once in any case.
 */
export function useColors(
  chunks: readonly string[],
  language: string,
  complete: boolean,
): BlockColors | undefined {
  const settings = useSettings()
  const around = useMarkdownPlugins()
  const highlighter = settings.highlighter ?? around.find((plugin) => plugin.highlighter)?.highlighter
  const page = useStaticPage()
  const [opened, setOpened] = useState<Opened | null>(null)
  const [, showMore] = useReducer((count: number) => count + 1, 0)
  const latest = useRef({ chunks, complete })
  const waiting = useRef<{ readonly colors: BlockColors; stop: () => void } | null>(null)
  const current = opened?.highlighter === highlighter && opened?.language === language ? opened.colors : null

  useEffect(() => {
    if (highlighter === undefined || language === '') return
    let left = false
    highlighter.open(language).then(
      (colors) => {
        if (!left) setOpened({ highlighter, language, colors })
      },
      // A failure to load colours needs no message.
      () => {},
    )
    return () => {
      left = true
    }
  }, [highlighter, language])

  useEffect(() => {
    latest.current = { chunks, complete }
    if (waiting.current?.colors === current) return
    waiting.current?.stop()
    waiting.current = null
    if (current === null) return
    const work = (budget: number): void => {
      const { chunks: all, complete: whole } = latest.current
      const done = current.read(all, whole, budget)
      waiting.current = done ? null : { colors: current, stop: whenIdle(work) }
      showMore()
    }
    waiting.current = { colors: current, stop: whenIdle(work) }
  }, [chunks, complete, current])

  useEffect(
    () => () => {
      waiting.current?.stop()
      waiting.current = null
    },
    [],
  )
  if (page && highlighter && language !== '') return readAtOnce(highlighter, page, chunks, language)
  return current ?? undefined
}

/** All colours of a block, for a static page; loads the language if needed. */
function readAtOnce(
  { open, reopen }: Highlighter,
  page: StaticPage,
  chunks: readonly string[],
  language: string,
): BlockColors | undefined {
  const colors = reopen?.(language)
  if (colors === undefined && reopen) page.waitFor(open(language))
  colors?.read(chunks, true, Infinity)
  return colors ?? undefined
}

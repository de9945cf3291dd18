import type { ChatController } from '@antiphon/core'
import { titleOf } from '@antiphon/threads'
import { useThreads } from '@antiphon/threads/react'
import { Button, IconButton } from '@antiphon/ui'
import { Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { chatWithToolCode } from '../code/part-code.js'
import { CodeDialog } from '../code/show-code.js'
import { tourOf, tourSteps, type Tour, type TourState } from './tour.js'
import { words } from '../words/words.js'

/** Title of a conversation that begins with the first question of the tour. */
const tourTitle = titleOf([{ role: 'user', content: tourSteps[0]!.prompt }])

export interface TourControl {
  tour: Tour
  state: TourState | undefined
}

/** The tour of a conversation. Once its first message is stored, the conversation is called after it. */
export function useTour(threadId: string, chat: ChatController): TourControl {
  const tour = tourOf(chat)
  const state = useSyncExternalStore(tour.subscribe, tour.getState, tour.getState)
  const { threads, rename } = useThreads()
  const title = threads.find(({ id }) => id === threadId)?.title
  // Keep a name that the user has set.
  const isUnnamed = state !== undefined && title === tourTitle
  useEffect(() => {
    if (isUnnamed) void rename(threadId, words.home.tour.title).catch(() => {})
  }, [isUnnamed, rename, threadId])
  return { tour, state }
}

export interface TourEndProps extends TourControl {
  onConnect: () => void
}

/** After the tour: the code that it was made of, and the way to a model of your own. */
function TourEnd({ tour, onConnect }: TourEndProps) {
  const [showsCode, setShowsCode] = useState(false)
  const { end } = words.home.tour
  return (
    <div
      role="group"
      aria-label={words.home.tour.name}
      className="mx-auto mb-2 flex w-[min(100%-40px,var(--antiphon-column))] flex-wrap items-center gap-2 rounded-block border border-accent-edge bg-accent-soft py-2 ps-4 pe-2 text-row max-[719px]:w-[calc(100%-20px)] print:hidden"
    >
      <div className="min-w-48 flex-1 max-[719px]:basis-full">
        <p>{end.text(chatWithToolCode.trim().split('\n').length)}</p>
        <p className="mt-1 flex flex-wrap gap-1">
          {tourSteps.map(({ id, prompt }) => (
            <button
              key={id}
              type="button"
              aria-label={end.back(words.home.tour.steps[id].name)}
              title={words.home.tour.steps[id].name}
              className="flex h-6 w-6 items-center rounded-button hover:bg-hover pointer-coarse:h-11"
              onClick={() => goTo(prompt)}
            >
              <span className="h-[3px] w-full rounded-full bg-accent" />
            </button>
          ))}
        </p>
      </div>
      <Button onClick={() => setShowsCode(true)}>{end.code}</Button>
      <Button variant="primary" onClick={onConnect}>
        {end.connect}
      </Button>
      <IconButton icon="close" label={words.home.tour.leave} onClick={tour.leave} />
      {showsCode && (
        <Suspense>
          <CodeDialog what={end.what} files={[tourFile]} onClose={() => setShowsCode(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** Scrolls to the question of a step. */
const goTo = (prompt: string): void =>
  [...document.querySelectorAll('main [data-slot="turn"][data-role="user"]')]
    .find(({ textContent }) => textContent.includes(prompt))
    ?.scrollIntoView({ block: 'start' })

const tourFile = { name: words.code.app, code: chatWithToolCode }

/** How far the tour is, what to look at, and how to pause, skip and leave it. Nothing while there is none. */
export function TourLine({ onConnect, ...control }: TourEndProps) {
  const { tour, state } = control
  if (!state) return null
  if (state.isEnded) return <TourEnd {...control} onConnect={onConnect} />
  const { step, isPaused } = state
  const { id } = tourSteps[step]!
  const { steps, ...said } = words.home.tour
  const { name, hint } = steps[id]
  const count = tourSteps.length
  const place = said.place(step + 1, count)
  return (
    <div
      role="group"
      aria-label={said.name}
      className="mx-auto flex w-[min(100%-40px,var(--antiphon-column))] items-center gap-x-3 gap-y-1 pb-1 text-[13px] leading-[18px] text-text-2 max-[719px]:w-[calc(100%-32px)] max-[719px]:flex-wrap max-[719px]:pt-2 print:hidden"
    >
      <span
        role="progressbar"
        aria-label={said.name}
        aria-valuemin={1}
        aria-valuemax={count}
        aria-valuenow={step + 1}
        aria-valuetext={said.step(place, name)}
        className="flex gap-1 max-[719px]:w-full"
      >
        {tourSteps.map(({ prompt }, at) => (
          <span
            key={prompt}
            className={`relative h-[3px] w-4 overflow-hidden rounded-full max-[719px]:w-auto max-[719px]:flex-1 ${at < step ? 'bg-accent' : 'bg-edge'}`}
          >
            {at === step && (
              <span
                className={`tour-tick absolute inset-0 origin-left bg-accent rtl:origin-right ${isPaused ? 'is-paused' : ''}`}
              />
            )}
          </span>
        ))}
      </span>
      <span className="flex-none tabular-nums">{place}</span>
      <span className="min-w-0 flex-1 truncate">
        <b className="font-medium text-text">{name}</b>
        <span className="text-text-3 max-[719px]:hidden"> {hint}</span>
      </span>
      {/* At the question to a person the tour waits by itself. */}
      {step < count - 1 && (
        <>
          <IconButton
            icon={isPaused ? 'play' : 'pause'}
            label={isPaused ? said.resume : said.pause}
            onClick={isPaused ? tour.resume : tour.pause}
          />
          <button
            type="button"
            className="h-7 flex-none rounded-button px-2.5 text-text-2 hover:bg-hover hover:text-text pointer-coarse:h-11"
            onClick={tour.skip}
          >
            {said.skip}
          </button>
        </>
      )}
      <IconButton icon="close" label={said.leave} onClick={tour.leave} />
    </div>
  )
}

import type { ChatController } from '@antiphon/core'
import { Composer, Icon, type ComposerProps } from '@antiphon/ui'
import { RemovedNote, SlashCommands, type SlashCommand } from '@antiphon/shell'
import { links } from '../about/about.js'
import { nextFault } from '../chaos/faults.js'
import { CodeCard } from '../code/code-card.js'
import { CompareContext } from '../compare/use-compare.js'
import { storedPrices } from '../prices/stored-prices.js'
import { useStoredValue } from '../stored-value.js'
import { offerMessageBox } from '../header.js'
import {
  createContext,
  use,
  lazy,
  Suspense,
  useCallback,
  useId,
  useState,
  useSyncExternalStore,
  type MouseEvent,
} from 'react'
import { starts, states, type State } from './suggestions.js'
import { TourLine, type TourControl } from './tour-line.js'
import { useMedia } from 'app-parts'
import { words as appWords } from '../words/words.js'

const CompareView = lazy(() =>
  import('workbench/compare').then((module) => ({ default: module.CompareView })),
)

/** State and actions of the first page: a conversation without messages. */
export interface Home {
  /** Nothing was said yet. */
  isShown: boolean
  /** The scripted endpoint answers, and what it can show is offered. */
  scripted: boolean
  /** The tour of the conversation. */
  touring: TourControl
  /** The message box, and what a slash in it offers. */
  text: string
  onTextChange: (text: string) => void
  slashCommands: (text: string) => readonly SlashCommand[]
  title: string
  onTour: () => void
  /** Opens the settings of the server. */
  onConnect: () => void
  /** Puts a prompt into the message box. */
  onStart: (prompt: string) => void
  /** Puts a file beside it. */
  onAttach: (file: File) => void
  /** Sends it at once. */
  onSend: (prompt: string) => void
}

export const HomeContext = createContext<Home | undefined>(undefined)

/** Whether a conversation has no message yet. */
export function useIsEmpty({ store }: ChatController): boolean {
  const subscribe = useCallback((listener: () => void) => store.subscribeIds(listener), [store])
  const read = (): boolean => store.getIds().length === 0
  return useSyncExternalStore(subscribe, read, read)
}

/** Above the message box: what this is, and the way to see all of it. */
export function HomeHead() {
  const home = use(HomeContext)
  if (!home) return null
  return (
    <div className="home-head pb-1 pt-6 max-[719px]:pt-0">
      <p className="text-balance text-[32px] leading-[38px] font-heading tracking-[-.026em] max-[719px]:text-[27px] max-[719px]:leading-8">
        {home.title}
      </p>
      {home.scripted && (
        <>
          <p className="mt-2.5 max-w-[36rem] text-pretty text-[16px] leading-6 text-text-2 max-[719px]:mt-1.5 max-[719px]:text-[15px] max-[719px]:leading-[21px]">
            {appWords.home.what}
          </p>
          <HomeLinks />
          <Cards onStart={home.onTour} />
        </>
      )}
    </div>
  )
}

/** The tour, which shows the features of the kit, beside the code that adds it to an app. */
function Cards({ onStart }: { onStart: () => void }) {
  return (
    <div className="mt-6.5 grid grid-cols-[1fr_1.2fr] gap-4 max-[719px]:mt-4 max-[719px]:grid-cols-1 max-[719px]:gap-3">
      <div className="flex flex-col items-start gap-1 rounded-bubble border border-accent-edge bg-accent-soft p-5 max-[719px]:p-4">
        <h4 className="text-balance text-[18px] leading-6 font-heading tracking-[-.014em]">
          {appWords.home.card.title}
        </h4>
        <p className="mb-3 text-[14px] leading-[21px] text-text-2">{appWords.home.card.text}</p>
        <button
          type="button"
          className="mt-auto inline-flex h-[38px] items-center gap-2 rounded-block bg-accent-fill px-4 text-[14px] font-medium text-on-accent transition-colors duration-fast hover:bg-accent-hover pointer-coarse:h-11 max-[719px]:w-full max-[719px]:justify-center"
          onClick={onStart}
        >
          <Icon name="play" className="size-3.5" />
          {appWords.home.card.start}
        </button>
      </div>
      <CodeCard />
    </div>
  )
}

/** Where the kit is, and the viewer of sessions. */
function HomeLinks() {
  return (
    <p className="mt-3 flex flex-wrap gap-x-3 gap-y-1 text-[13px] pointer-coarse:gap-y-0 leading-5 text-text-2">
      {links.map(([label, href]) => (
        <a
          key={href}
          href={href}
          target="_blank"
          rel="noreferrer"
          className="inline-flex items-center underline-offset-2 hover:underline pointer-coarse:min-h-11 max-[719px]:nth-4:hidden"
        >
          {label}
        </a>
      ))}
      <span className="max-[719px]:hidden">
        {appWords.home.sessions} <code className="font-mono text-[12px]">npx antiphon view</code>
      </span>
    </p>
  )
}

const askBoth = { composer: { hintSend: appWords.home.bothHint, typeAhead: appWords.home.bothAgain } }

/** The message box of the chat, with ways to begin below it while nothing was said. */
export function ComposerWithStarts(props: ComposerProps) {
  const home = use(HomeContext)
  const compare = use(CompareContext)
  const prices = useStoredValue(storedPrices)
  const isBoth = compare?.second.id !== undefined
  const isRunning = compare?.isRunning ?? false
  // On a phone the message box is at the foot of the page.
  const isPhone = useMedia('(width < 720px) and (height >= 480px)')
  const starts = home?.isShown && home.scripted && <Starts home={home} />
  const box = isRunning
    ? { ...props, status: 'streaming' as const, onStop: () => compare?.comparison?.stop() }
    : props
  const composer = isBoth ? <Composer {...box} strings={askBoth} /> : <Composer {...box} />
  return (
    <>
      {compare?.comparison && (
        <Suspense>
          <CompareView comparison={compare.comparison} keep={compare.keep} prices={prices} />
        </Suspense>
      )}
      {isPhone && starts}
      {home && <TourLine {...home.touring} onConnect={home.onConnect} />}
      <RemovedNote onLeave={offerMessageBox} />
      {home ? (
        <SlashCommands
          commands={home.slashCommands(home.text)}
          value={home.text}
          onValueChange={home.onTextChange}
        >
          {composer}
        </SlashCommands>
      ) : (
        composer
      )}
      {isBoth && (
        <p className="pb-2 text-center text-[12px] leading-4 text-text-3 [@media(height<480px)]:hidden">
          {appWords.home.bothStay}
        </p>
      )}
      {!isPhone && starts}
    </>
  )
}

function Starts({ home }: { home: Home }) {
  const [more, setMore] = useState(false)
  const id = useId()
  /** Shift sends at once. */
  const begin = (prompt: string, state?: State) => (event: MouseEvent) => {
    if (state) nextFault.set(state.next)
    // Attach only, so that the person can look at the file before it is sent.
    if (state?.file) home.onAttach(state.file())
    if (event.shiftKey && !state?.file) home.onSend(prompt)
    else home.onStart(prompt)
  }
  return (
    <div className="starts mx-auto mb-6 w-[min(100%-40px,var(--antiphon-column))] max-[719px]:w-[calc(100%-20px)]">
      <ul
        aria-label={appWords.home.suggestions}
        className="grid grid-cols-1 min-[560px]:grid-cols-2 min-[560px]:gap-x-8"
      >
        {starts.map(({ label, detail, icon, prompt }) => (
          <li key={label}>
            <button
              type="button"
              className="group flex min-h-[60px] w-full max-[719px]:min-h-14 max-[719px]:py-2 items-start gap-3 rounded-block px-1.5 py-2.5 text-start hover:bg-hover"
              onClick={begin(prompt)}
            >
              <Icon name={icon} className="mt-0.5 text-text-3 group-hover:text-text-2" />
              <span>
                <span className="block text-[14px] leading-5 font-medium">{label}</span>
                <span className="block text-[13px] leading-[18px] text-text-3">{detail}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        aria-expanded={more}
        aria-controls={id}
        className="flex h-8 items-center gap-2.5 rounded-button px-1.5 text-[13px] text-text-2 hover:bg-hover hover:text-text pointer-coarse:h-11"
        onClick={() => setMore(!more)}
      >
        <Icon name={more ? 'chevron-down' : 'chevron'} />
        {more ? appWords.home.fewerStates : appWords.home.moreStates(states.length)}
      </button>
      {more && (
        <ul
          id={id}
          aria-label={appWords.home.statesList}
          className="grid grid-cols-1 gap-x-4 min-[420px]:grid-cols-2 min-[640px]:grid-cols-3"
        >
          {states.map((state) => (
            <li key={state.label}>
              <button
                type="button"
                className="flex h-[34px] w-full items-center gap-3 rounded-button px-1.5 text-start text-[13px] text-text-2 hover:bg-hover hover:text-text pointer-coarse:h-11"
                onClick={begin(state.prompt, state)}
              >
                <Icon name={state.icon} className="text-text-3" />
                {state.label}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

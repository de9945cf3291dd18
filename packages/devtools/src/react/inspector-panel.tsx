'use client'

import type { ChatController } from '@antiphon/core'
import type { Recorder } from '../recorder.js'
import type { WireExchange, WireReaders, WireReport } from '../types.js'
import {
  useEffect,
  useEffectEvent,
  useRef,
  type ReactNode,
  useCallback,
  useState,
  type ComponentProps,
} from 'react'
import { useFileDrop, Rooted, cx, useMergedRefs } from '@antiphon/ui/parts'
import { Notice } from '@antiphon/ui'
import { AttemptList, besideExchange, ExchangePicker, ExchangeView, type Wanted } from './exchange-view.js'
import { type TranscriptPlace, usePick, type PickedPart } from './highlight-source.js'
import { LeaveCapture, type Leaving, type ReportFacts } from './leave-capture.js'
import { OpenedReport } from './opened-report.js'
import { openDump, type PastedMessages, PastedView } from './pasted-view.js'
import { PasteForm } from './text-form.js'
import { PanelMenu } from './panel-bar.js'
import type { PanelTab } from './panel-tabs.js'
import { useExchanges } from './use-selection.js'
import { useTimeline } from './use-timeline.js'
import { useInspectorWords } from './words.js'

export interface InspectorPanelProps {
  /** The chat to inspect. It is recorded while the panel is mounted, unless `recorder` has its exchanges. */
  chat?: ChatController
  /** Where the exchanges are: of `createRecorder`, filled by `recordChat` or `recordTransport`. */
  recorder?: Recorder
  /**
   * The place of the transcript. Rows highlight their text there, and a click there can pick a message. Default: anywhere in the
   * page; null: nowhere.
   */
  transcript?: TranscriptPlace | null
  /** Goes to the exchange of a message, with `problem` to the row that went wrong in it. Another object goes there again. */
  target?: { messageId: string; problem?: boolean }
  /** Facts of the host for a report: its versions, and its settings without keys. */
  report?: Pick<ReportFacts, 'versions' | 'settings'>
  /** The text of a capture file to open at first; a report opens at the byte where it went wrong. */
  source?: string
  /** Readers of the wires beside chat completions, for files: `wireReaders` of `@antiphon/wires/read`. A live chat needs none. */
  readers?: WireReaders
  /** Tabs of the host after the three of the panel, such as one with the code that makes the request. `value` names it. */
  views?: readonly PanelTab<string>[]
  onClose?: () => void
}

const nowhere = { current: null }

/** A server has no document. It gets an empty place rather than none, so that it renders the same as the browser. */
const wholePage = typeof document === 'undefined' ? { current: null } : document

/** The panel: which exchange, and that exchange. */
export function InspectorPanel({
  chat,
  recorder: given,
  transcript: place,
  target,
  onClose,
  source,
  report: facts,
  readers,
  views,
  ...rootProps
}: InspectorPanelProps & ComponentProps<'aside'>) {
  const transcript = place === undefined ? wholePage : (place ?? nowhere)
  const { inspector, formats } = useInspectorWords()
  const { recorder, exchanges } = useExchanges({ chat, recorder: given })
  /** Undefined: the newest, whichever that is. */
  const [chosenId, setChosenId] = useState<string>()
  const [wanted, setWanted] = useState<Wanted>()
  const [pasted, setPasted] = useState<PastedMessages>()
  const [isPasting, setPasting] = useState(false)
  const [isPicking, setPicking] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [leaving, setLeaving] = useState<Leaving>()
  const [failure, setFailure] = useState<string>()
  const [report, setReport] = useState<WireReport>()
  const chosen = exchanges.find(({ id }) => id === chosenId) ?? exchanges.at(-1)
  const read = useTimeline(chosen)

  const choose = useCallback(
    (id: string): void => {
      setPasted(undefined)
      setChosenId(recorder.getExchanges().at(-1)?.id === id ? undefined : id)
    },
    [recorder],
  )

  const [seenTarget, setSeenTarget] = useState<typeof target>()
  if (target !== seenTarget) {
    setSeenTarget(target)
    const found = target && exchanges.findLast(({ messageId }) => messageId === target.messageId)
    if (found) {
      setPasted(undefined)
      setChosenId(found.id)
      if (target.problem) setWanted({ exchangeId: found.id, problem: true })
    }
    setProblem(target && !found ? inspector.notRecorded : undefined)
  }

  const pick = (picked: PickedPart): void => {
    setPicking(false)
    const found = exchanges.findLast(({ messageId }) => messageId === picked.messageId)
    setProblem(found ? undefined : inspector.notRecorded)
    if (!found) return
    choose(found.id)
    setWanted({ exchangeId: found.id, picked })
  }
  usePick(transcript, isPicking, pick, () => setPicking(false))

  const open = (source: string | Uint8Array): void => {
    try {
      const opened = openDump(source, recorder, readers)
      setPasting(false)
      setProblem(undefined)
      if ('pasted' in opened) return setPasted(opened.pasted)
      const at = opened.report?.at
      setReport(opened.report)
      choose(at?.exchange ?? opened.exchanges[0]?.id ?? '')
      if (at) setWanted({ exchangeId: at.exchange, byte: at.byte })
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
  }
  const openFirst = useEffectEvent(open)
  const openedSource = useRef<string>(undefined)
  useEffect(() => {
    if (source === undefined || openedSource.current === source) return
    openedSource.current = source
    openFirst(source)
  }, [source])
  const openFile = (file: File): void =>
    void file.arrayBuffer().then(
      (buffer) => open(new Uint8Array(buffer)),
      (error: unknown) => setProblem(String(error)),
    )

  const panel = useRef<HTMLElement>(null)
  const takeFiles = ([file]: File[]): void => {
    if (file) openFile(file)
  }
  useFileDrop(panel, takeFiles, 'self')
  const ref = useMergedRefs(rootProps.ref, panel)

  const shown = pasted ? undefined : read?.exchange
  const goTo = (step: number): (() => void) | undefined => {
    const next = shown && besideExchange(exchanges, shown, step)
    return next && (() => choose(next.id))
  }
  const reportOn = (of: WireExchange): void =>
    setLeaving({
      exchanges,
      report: { of, ...facts, messages: chat?.store.getMessages() ?? of.question?.messages ?? [] },
    })
  /** One line with the exchange, its views, and a menu for everything else. Below it the current notice. */
  const bar = (tabs?: ReactNode): ReactNode => (
    <>
      <div data-slot="wire-bar">
        <h2 data-slot="wire-title" className={shown && 'ap:sr-only'}>
          {inspector.title}
        </h2>
        {shown && <ExchangePicker exchanges={exchanges} chosen={shown} onChoose={choose} />}
        {tabs}
        <PanelMenu
          canSave={exchanges.length > 0}
          onOpenFile={openFile}
          onPaste={() => setPasting(!isPasting)}
          onSave={() => setLeaving({ exchanges })}
          onReport={shown && (() => reportOn(shown))}
          onClear={() => {
            recorder.clear()
            setReport(undefined)
            setChosenId(undefined)
          }}
          onPick={
            transcript !== nowhere && exchanges.some(({ messageId }) => messageId)
              ? () => setPicking(!isPicking)
              : undefined
          }
          onPrevious={goTo(-1)}
          onNext={goTo(1)}
          onClose={onClose}
        />
      </div>
      {shown && <AttemptList exchanges={exchanges} chosen={shown} onChoose={choose} />}
      {isPicking && (
        <p data-slot="wire-hint" role="status">
          {inspector.picking}
        </p>
      )}
      {problem && (
        <Notice role="alert" tone="danger" icon="alert" title={inspector.readFailed} detail={problem} />
      )}
      {failure && (
        <Notice role="alert" tone="danger" icon="alert" title={inspector.saveFailed} detail={failure} />
      )}
      {leaving && (
        <LeaveCapture
          leaving={leaving}
          onDone={(why) => {
            setLeaving(undefined)
            setFailure(why)
          }}
        />
      )}
      {report && !pasted && (
        <OpenedReport report={report} onMessages={() => setPasted({ messages: report.messages ?? [] })} />
      )}
      {isPasting && <PasteForm onText={open} onCancel={() => setPasting(false)} />}
      {recorder.forgotten > 0 && (
        <p data-slot="wire-hint">{inspector.forgotten(formats.number(recorder.forgotten))}</p>
      )}
    </>
  )

  return (
    <Rooted>
      {' '}
      <aside
        data-antiphon-root=""
        data-slot="wire-inspector"
        aria-label={inspector.title}
        {...rootProps}
        className={cx('ap:flex ap:min-h-0 ap:min-w-0 ap:flex-col', rootProps.className)}
        ref={ref}
      >
        {rootProps.children}
        {pasted ? (
          <>
            {bar()}
            <PastedView
              key={`pasted-${pasted.messages.length}`}
              pasted={pasted}
              onBack={() => setPasted(undefined)}
            />
          </>
        ) : read ? (
          <ExchangeView
            key={read.exchange.id}
            read={read}
            transcript={transcript}
            wanted={wanted}
            frame={bar}
            onSave={() => setLeaving({ exchanges: [read.exchange] })}
            onReport={() => reportOn(read.exchange)}
            views={views}
          />
        ) : (
          <>
            {bar()}
            <div data-slot="wire-empty">
              <p>{inspector.empty}</p>
              <p className="ap:text-text-2">{inspector.emptyDetail}</p>
            </div>
          </>
        )}
      </aside>
    </Rooted>
  )
}

'use client'

import type { ToolFromMcp } from '../tools-from-mcp.js'
import type { McpAppOfTool } from '../tool-apps.js'
import { useOptionalChat } from '@antiphon/react'
import { useCallback, useEffect, useId, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { Button, Notice, type ToolRendererProps, useWords } from '@antiphon/ui'
import { useAnnounce, PlainBody, useEntryWords, useToolTitles } from '@antiphon/ui/parts'
import { revealToString, readJson } from '@antiphon/ui/functions'
import { englishApps } from './english.js'
import { createAppSession } from './app-session.js'
import { readHostContext, watchPlace } from './host-context.js'
import { Quoted, QuestionCard } from './question-card.js'
import { TrafficList } from './traffic-list.js'
import type { McpAppsOptions } from './types.js'

export interface McpAppProps extends Pick<ToolRendererProps, 'call' | 'live'> {
  tool: ToolFromMcp & { app: McpAppOfTool }
  options: McpAppsOptions
}

/** The app of a call, with its questions and messages. A button shows the plain result, which also replaces a missing app. */
export function McpApp({ call, live, tool, options }: McpAppProps) {
  const words = useEntryWords('apps', englishApps)
  const { formats } = useWords()
  const chat = useOptionalChat()
  const announce = useAnnounce()
  const id = useId()
  const titles = useToolTitles()
  const name = revealToString(titles(tool.name) ?? tool.mcp.title ?? tool.mcp.name)
  const place = useRef<HTMLDivElement>(null)
  // A call of this page shows its app at once, one that was stored on request: it may be one of many.
  const [isWanted, setWanted] = useState(
    live !== undefined || call.result === undefined || tool.app.resultOf(call.key) !== undefined,
  )
  const [opened, setOpened] = useState<'plain' | 'messages' | undefined>()
  const { maxHeight = 600 } = options
  const title = words.frame(name)
  const [session] = useState(() =>
    createAppSession({
      ...options,
      app: tool.app,
      mcp: tool.mcp,
      toolName: tool.name,
      callKey: call.key,
      chat,
      title,
      now: Date.now,
    }),
  )
  const state = useSyncExternalStore(session.subscribe, session.getState, session.getState)
  const { phase, problem, question, context, traffic, messages, reaches } = state

  const tellPlace = useCallback(() => {
    if (place.current)
      session.setContext(readHostContext(place.current, { locale: formats.locale, maxHeight }))
  }, [session, formats.locale, maxHeight])
  useEffect(() => {
    if (!isWanted || !place.current) return
    tellPlace()
    return watchPlace(place.current, tellPlace)
  }, [isWanted, tellPlace])
  useEffect(() => {
    if (isWanted && place.current) return session.start(place.current)
  }, [session, isWanted])
  useEffect(() => session.show(call), [session, call])
  const asked = question?.key
  useEffect(() => {
    if (asked !== undefined) announce(words.asks(name))
  }, [announce, asked, name, words])

  const json = useMemo(() => readJson(call.call.function.arguments), [call.call.function.arguments])
  const plain = <PlainBody call={call} live={live} json={json} name={name} />
  if (!isWanted)
    return (
      <>
        {plain}
        <p className="ap:flex ap:flex-wrap ap:items-center ap:gap-2 ap:py-1 ap:text-data ap:text-text-3">
          {words.stored}
          <Button variant="small" onClick={() => setWanted(true)}>
            {words.show}
          </Button>
        </p>
      </>
    )
  const isShown = phase === 'starting' || phase === 'running'
  const restart = (
    <Button variant="small" onClick={session.restart}>
      {words.restart}
    </Button>
  )
  const toggle = (part: 'plain' | 'messages', label: string) => (
    <Button
      variant="small"
      aria-expanded={opened === part}
      aria-controls={`${id}${part}`}
      onClick={() => setOpened(opened === part ? undefined : part)}
    >
      {label}
    </Button>
  )
  return (
    <div data-slot="mcp-app" data-state={phase} className="ap:flex ap:flex-col ap:gap-1 ap:py-1">
      <div
        ref={place}
        data-slot="mcp-app-place"
        data-print="hide"
        className={
          state.prefersBorder ? 'ap:overflow-clip ap:rounded-block ap:border ap:border-line' : undefined
        }
        style={{ blockSize: isShown ? state.height : 0, borderWidth: isShown ? undefined : 0 }}
      />
      {(phase === 'reading' || phase === 'starting') && (
        <p className="ap:py-1 ap:text-data ap:text-text-3" role="status">
          {phase === 'reading' ? words.reading : words.starting}
        </p>
      )}
      {problem && (
        <Notice
          role="alert"
          tone="warn"
          icon="alert"
          title={words.problem[problem]}
          detail={state.said === undefined ? undefined : words.said(revealToString(state.said.slice(0, 500)))}
          actions={restart}
        />
      )}
      {phase === 'closed' && (
        <p className="ap:flex ap:flex-wrap ap:items-center ap:gap-2 ap:py-1 ap:text-data ap:text-text-3">
          {words.closed} {restart}
        </p>
      )}
      {question && (
        <QuestionCard
          key={question.key}
          question={question}
          onAnswer={(answer) => session.answer(question.key, answer)}
        />
      )}
      {context !== undefined && (
        <Notice
          tone="neutral"
          icon="attach"
          title={words.contextTitle}
          detail={<Quoted label={words.context} text={context} />}
          actions={
            <Button variant="small" onClick={session.dropContext}>
              {words.drop}
            </Button>
          }
        />
      )}
      {isShown && (
        <div
          data-print="hide"
          className="ap:flex ap:flex-wrap ap:items-center ap:gap-2 ap:py-1 ap:text-data ap:text-text-3"
        >
          <span className="ap:min-w-0 ap:wrap-anywhere">
            {reaches.length > 0 ? words.reaches(reaches.join(', ')) : words.reachesNothing}
          </span>
          {toggle('plain', words.plain)}
          {toggle('messages', words.messages(messages, formats.number(messages)))}
          {phase === 'running' && (
            <Button variant="small" onClick={() => void session.close()}>
              {words.close}
            </Button>
          )}
        </div>
      )}
      <div id={`${id}plain`} hidden={isShown && opened !== 'plain'}>
        {plain}
      </div>
      <div id={`${id}messages`} hidden={!isShown || opened !== 'messages'}>
        {opened === 'messages' && isShown && (
          <TrafficList traffic={traffic} messages={messages} label={words.messagesOf(name)} />
        )}
      </div>
    </div>
  )
}

import type { ChatController } from '@antiphon/core'
import { WireInspector } from '@antiphon/devtools/react'
import { wireReaders } from '@antiphon/wires/read'
import { useState, type ReactNode } from 'react'
import { defaultSettings } from '../settings/settings.js'
import { loadEndpoints } from '../settings/stored-settings.js'
import type { Wire } from './use-wire.js'
import { ScreenCode } from '../code/screen-code.js'
import { recorderOf } from './wire-recorder.js'
import { words } from '../words/words.js'

/** Facts about this app for a report. The settings hold no key, and headers are listed by name only. */
function reportFacts() {
  const { current, endpoints } = loadEndpoints()
  const { extraHeaders, ...settings } = endpoints.find(({ id }) => id === current) ?? defaultSettings
  return {
    versions: { antiphon: APP_VERSION, browser: navigator.userAgent },
    settings: { ...settings, ...(extraHeaders && { extraHeaders: Object.keys(extraHeaders) }) },
  }
}

export interface WirePanelProps {
  chat: ChatController
  wire: Wire
  /** The edge of the panel beside the conversation; undefined in a sheet. */
  edge: ReactNode
}

/** The wire of the conversation on screen. */
export function WirePanel({ chat, wire, edge }: WirePanelProps) {
  const [report] = useState(reportFacts)
  const views = [{ value: 'code', label: words.code.title, panel: <ScreenCode chat={chat} /> }]
  const inSheet = edge === undefined
  return (
    <div className="flex h-full flex-col">
      <div className={`min-h-0 flex-1 ${inSheet ? '[@media(height<480px)]:min-h-[440px]' : ''}`}>
        <WireInspector
          chat={chat}
          recorder={recorderOf(chat)}
          target={wire.target}
          report={report}
          readers={wireReaders}
          views={views}
          onClose={wire.close}
          {...(inSheet && { transcript: null })}
        >
          {edge}
        </WireInspector>
      </div>
    </div>
  )
}

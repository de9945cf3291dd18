import type { ChatController } from '@antiphon/core'
import type { ReactNode } from 'react'
import { words } from '../words/words.js'
import { CodeText } from './code-text.js'
import { CopyButton } from './copy-button.js'
import { screenCode } from './part-code.js'

/** The code that makes the chat on screen, in a tab of the wire panel. */
export function ScreenCode({ chat }: { chat: ChatController }) {
  const code = screenCode(chat.getConfig())
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-4">
      <p className="text-row text-text-2">{words.code.screen}</p>
      <CodeBlock code={code} />
    </div>
  )
}

/** A file of code, with the line that installs the kit and a button that copies the file. */
export function CodeBlock({ code, children }: { code: string; children?: ReactNode }) {
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be reached with the keyboard */}
      <pre
        tabIndex={0}
        data-slot="code-scroll"
        className="min-h-0 flex-auto overflow-auto rounded-block p-4 [--antiphon-ground:var(--antiphon-sunken)]"
      >
        <CodeText>{code}</CodeText>
      </pre>
      <div className="flex items-center justify-between gap-2">
        <code className="text-data text-text-2">{words.code.install}</code>
        <span className="flex gap-2">
          <CopyButton text={code} />
          {children}
        </span>
      </div>
    </>
  )
}

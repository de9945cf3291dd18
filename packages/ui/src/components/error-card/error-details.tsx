'use client'

import type { ChatErrorData } from '@antiphon/core'
import { RevealedText } from '../../lib/reveal-text.js'
import { useWords } from '../../strings/strings.js'

/** Status, codes, request id and the body as it came, for a bug report or a mail to the provider. */
export function ErrorDetails({ error }: { error: ChatErrorData }) {
  const { strings } = useWords()
  const words = strings.error
  const codes = [error.code, error.type].filter((code, i, all) => code && all.indexOf(code) === i).join(' · ')
  const rows: [string, string | undefined][] = [
    [words.status, error.status === undefined ? undefined : String(error.status)],
    [words.code, codes || error.kind],
    [words.requestId, error.requestId],
    [words.host, error.host],
  ]
  return (
    <div className="ap:pt-2">
      <dl data-slot="pairs">
        {rows.map(
          ([label, value]) =>
            value && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <code>
                    <RevealedText text={value} />
                  </code>
                </dd>
              </div>
            ),
        )}
      </dl>
      <pre data-slot="error-body" tabIndex={0} role="group" aria-label={words.body}>
        <RevealedText text={error.raw ?? error.message} />
      </pre>
    </div>
  )
}

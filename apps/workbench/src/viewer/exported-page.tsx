import { verifyPage, type PageState } from '@antiphon/ui/export'
import { useEffect, useState } from 'react'
import { englishViewer } from '../words/english-viewer.js'

const tones: Record<PageState, string> = {
  intact: 'bg-success-soft text-success',
  changed: 'bg-danger-soft text-danger',
  unmarked: 'bg-hover text-text-2',
  unchecked: 'bg-warn-soft text-warn',
}

const roles: Readonly<Record<string, string>> = englishViewer.pageRoles

/** Whether a page of "Web page (HTML)" is what was exported, and its words as text: nothing of it runs or is loaded here. */
export function ExportedPage({ text }: { text: string }) {
  const [state, setState] = useState<PageState>()
  useEffect(() => {
    let isGone = false
    void verifyPage(text).then((found) => isGone || setState(found))
    return () => void (isGone = true)
  }, [text])
  const { title, turns } = wordsOf(text)
  if (!state) return null
  const { title: headline, detail } = englishViewer.page[state]
  const tone = tones[state]
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-4">
      <div role={state === 'changed' ? 'alert' : 'status'} className={`rounded-block px-3 py-2 ${tone}`}>
        <p className="text-row font-title">{headline}</p>
        <p className="text-data">{detail}</p>
      </div>
      <h3 dir="auto" className="text-prose font-heading">
        {title}
      </h3>
      {turns.map(({ role, words }, i) => (
        <section key={i} className="flex flex-col gap-1">
          <h4 className="text-data text-text-2">{roles[role] ?? role}</h4>
          <p dir="auto" className="text-row break-words whitespace-pre-wrap">
            {words}
          </p>
        </section>
      ))}
    </div>
  )
}

/** A parsed page loads nothing and runs nothing; only its text is taken. */
function wordsOf(html: string): { title: string; turns: { role: string; words: string }[] } {
  const page = new DOMParser().parseFromString(html, 'text/html')
  const turns = [...page.querySelectorAll('[data-slot="turn"]')].map((turn) => ({
    role: turn.getAttribute('data-role') ?? '',
    words: (turn.textContent ?? '').trim(),
  }))
  return { title: page.title, turns }
}

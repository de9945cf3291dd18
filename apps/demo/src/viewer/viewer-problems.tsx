import type { FileProblem } from '@antiphon/core/formats'
import { PanelSection } from './panel-section.js'

/** What of the file could not be read, each with its place. */
export function ViewerProblems({ problems }: { problems: readonly FileProblem[] }) {
  if (problems.length === 0) return null
  const shown = problems.slice(0, 30)
  return (
    <PanelSection title="While reading" detail={String(problems.length)}>
      <ul className="flex flex-col gap-1.5">
        {shown.map(({ message, line, column }, i) => (
          <li key={i} className="rounded-block bg-warn-soft px-2.5 py-1.5 text-data">
            {line !== undefined && (
              <span className="font-title text-warn">
                Line {line.toLocaleString('en')}, column {column}:{' '}
              </span>
            )}
            <span className="break-words">{message}</span>
          </li>
        ))}
      </ul>
      {problems.length > shown.length && (
        <p className="text-data text-text-2">And {problems.length - shown.length} more.</p>
      )}
    </PanelSection>
  )
}

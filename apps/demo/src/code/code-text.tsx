import { Fragment } from 'react'

const pieces = /('[^'\n]*'|"(?:[^"\\\n]|\\.)*")|\b(import|from|export|default|function|return|const)\b/g

/** A few lines of code with their texts and keywords in colour. */
export function CodeText({ children }: { children: string }) {
  const shown = [...children.matchAll(pieces)]
  return (
    <code>
      {shown.map((match, at) => {
        const last = shown[at - 1]
        return (
          <Fragment key={match.index}>
            {children.slice(last ? last.index + last[0].length : 0, match.index)}
            <span className={match[1] ? 'text-(--antiphon-code-string)' : 'text-(--antiphon-code-keyword)'}>
              {match[0]}
            </span>
          </Fragment>
        )
      })}
      {children.slice(shown.length > 0 ? shown.at(-1)!.index + shown.at(-1)![0].length : 0)}
    </code>
  )
}

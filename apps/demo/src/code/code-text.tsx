const pieces = /('[^'\n]*'|"(?:[^"\\\n]|\\.)*"|\b(?:import|from|export|default|function|return|const)\b)/g

/** A few lines of code with their texts and keywords in colour. */
export function CodeText({ children }: { children: string }) {
  const colourOf = (text: string): string =>
    /^\w/.test(text) ? 'text-(--antiphon-code-keyword)' : 'text-(--antiphon-code-string)'
  // Every second piece is one that was found.
  const drawn = children.split(pieces).map((text, at) =>
    at % 2 === 0 ? (
      text
    ) : (
      <span key={at} className={colourOf(text)}>
        {text}
      </span>
    ),
  )
  return <code>{drawn}</code>
}

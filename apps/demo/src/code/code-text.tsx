const pieces = /('[^'\n]*'|"(?:[^"\\\n]|\\.)*"|\b(?:import|from|export|default|function|return|const)\b)/g

/** A few lines of code with their texts and keywords in colour. */
export function CodeText({ children }: { children: string }) {
  return (
    <code>
      {/* Every second piece is one that was found. */}
      {children.split(pieces).map((text, at) =>
        at % 2 === 0 ? (
          text
        ) : (
          <span
            key={at}
            className={
              /\w/.test(text[0]!) ? 'text-(--antiphon-code-keyword)' : 'text-(--antiphon-code-string)'
            }
          >
            {text}
          </span>
        ),
      )}
    </code>
  )
}

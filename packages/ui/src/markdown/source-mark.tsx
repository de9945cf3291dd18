import { useSettings } from './context.js'
import { linkUrl } from './url.js'

/** The number of a source behind what it is cited for, as a link to it. */
export function SourceMark({ number, fallback }: { number: number; fallback: string }) {
  const { sources, strings, linkPolicy } = useSettings()
  const source = sources?.[number - 1]
  if (source === undefined) return fallback
  const url = linkUrl(source.url, linkPolicy)
  return (
    <sup data-slot="source-mark">
      {url === null ? (
        number
      ) : (
        <a
          href={url.href}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={strings.source(number, source.title)}
          title={source.title}
        >
          {number}
        </a>
      )}
    </sup>
  )
}

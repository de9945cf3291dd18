import { useWords } from '../../strings/strings.js'
import { linkUrl, type Source } from '../../markdown/index.js'
import { Part, Root, type RootProps } from '../part/part.js'

/** Parts of the list of sources, by name. */
export type SourcesSlot = 'sources-title' | 'source' | 'source-number' | 'source-host'

export interface SourcesProps extends RootProps<'div', SourcesSlot> {
  /** In the order of their numbers. */
  sources: readonly Source[]
}

/** What an answer rests on, numbered as its marks are. An address that may not be a link is shown as text. */
export function Sources({ sources, ...rest }: SourcesProps) {
  const { strings } = useWords()
  if (sources.length === 0) return null
  return (
    <Root slot="sources" role="group" aria-label={strings.markdown.sources} {...rest}>
      <Part as="div" slot="sources-title" aria-hidden="true">
        {strings.markdown.sources}
      </Part>
      <ol>
        {sources.map((source, i) => {
          const url = linkUrl(source.url)
          const host = url?.host ?? ''
          return (
            <Part as="li" slot="source" key={`${i} ${source.url}`}>
              <Part slot="source-number" aria-hidden="true">
                {i + 1}
              </Part>
              {url === null ? (
                <span dir="auto">
                  {source.title === source.url ? source.url : `${source.title} (${source.url})`}
                </span>
              ) : (
                <a href={url.href} target="_blank" rel="noopener noreferrer" dir="auto">
                  {source.title}
                </a>
              )}
              {host !== '' && host !== source.title && (
                <Part slot="source-host" dir="ltr">
                  {host}
                </Part>
              )}
            </Part>
          )
        })}
      </ol>
    </Root>
  )
}

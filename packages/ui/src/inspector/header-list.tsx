import { RevealedText } from '../lib/revealed-text.js'
import { useInspectorWords } from './use-inspector-words.js'

/** Headers as they were, one per line. */
export function HeaderList({ headers }: { headers: Readonly<Record<string, string>> }) {
  const { inspector } = useInspectorWords()
  const entries = Object.entries(headers)
  if (entries.length === 0) return null
  return (
    <dl data-slot="wire-headers" aria-label={inspector.headers}>
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>
            <code>
              <RevealedText text={value} />
            </code>
          </dd>
        </div>
      ))}
    </dl>
  )
}

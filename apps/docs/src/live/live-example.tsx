import { AntiphonRoot } from '@antiphon/ui'
import { lazy, Suspense, useState, type ComponentType } from 'react'
import { Stage } from './stage.js'

const files = import.meta.glob<{ Example: ComponentType }>('../examples/*.tsx')

export interface LiveExampleProps {
  name: string
  /** It has no root of its own and gets one, with room around it. */
  isFramed: boolean
}

/** The example of a part, which its page also shows as code. */
export function LiveExample({ name, isFramed }: LiveExampleProps) {
  const [Example] = useState(() =>
    lazy(() => files[`../examples/${name}.tsx`]!().then((file) => ({ default: file.Example }))),
  )
  const example = (
    <Suspense>
      <Example />
    </Suspense>
  )
  return (
    <Stage label="Live example">
      {isFramed ? <AntiphonRoot className="live-room">{example}</AntiphonRoot> : example}
    </Stage>
  )
}

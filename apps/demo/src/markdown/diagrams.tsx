import { CodeBlock, type FenceProps, type MarkdownPlugin } from '@antiphon/ui/markdown'
import { lazy, Suspense, type ComponentType } from 'react'

/** Loads the diagram code with the first diagram, and with that the page that holds mermaid. */
const Drawn = lazy(async () => {
  const { diagram } = await import('@antiphon/ui/diagram')
  const { fences } = diagram({ page: 'diagram.html' })
  return { default: fences!['mermaid'] as ComponentType<FenceProps> }
})

/** Blocks of mermaid as diagrams; as code until they are drawn. */
export const diagrams: MarkdownPlugin = {
  name: 'diagram',
  fences: {
    mermaid: (props: FenceProps) => (
      <Suspense fallback={<CodeBlock code={props.code} language="mermaid" />}>
        <Drawn {...props} />
      </Suspense>
    ),
  },
}

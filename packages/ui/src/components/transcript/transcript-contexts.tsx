'use client'

import { AudienceContext } from '../context/audience-context.js'
import { useContext, type ReactNode } from 'react'
import { useStable } from '../../markdown/render/markdown.js'
import { StringsProvider } from '../../strings/strings.js'
import { Announcer } from '../announcer/announcer.js'
import { FoldContext } from '../fold/fold.js'
import { ProseContext, SlotComponentsContext } from '../slots/slots.js'
import { ToolRenderersContext, type ToolRenderers } from '../tool-call/tool-renderers.js'
import { actionNames, type TranscriptActions } from '../context/actions-context.js'
import type { TranscriptProps } from './transcript-props.js'
import { componentsOf } from './slot-components.js'
import { AudienceProvider } from '../context/audience-provider.js'

const noToolRenderers: ToolRenderers = {}
const noParts = {}

type ContextProps = Pick<
  TranscriptProps,
  | 'strings'
  | 'locale'
  | 'audience'
  | 'folds'
  | 'toolRenderers'
  | 'slots'
  | 'headingOffset'
  | 'langOf'
  | 'markdown'
>

/** Gives words, folds, components, tool views and prose options to all turns below. */
export function TranscriptContexts(props: ContextProps & { children: ReactNode }) {
  const around = useContext(AudienceContext)
  const {
    strings,
    locale,
    audience = around,
    folds = 'auto',
    toolRenderers = noToolRenderers,
    ...more
  } = props
  const { slots, headingOffset, langOf, markdown, children } = more
  const components = useStable(componentsOf(slots))
  const parts = useStable(markdown?.components ?? noParts)
  const texts = useStable({ ...markdown, headingOffset, components: parts })
  const prose = useStable({ langOf, markdown: texts })
  return (
    <StringsProvider strings={strings} locale={locale}>
      <Announcer>
        <AudienceProvider audience={audience}>
          <FoldContext.Provider value={folds}>
            <ToolRenderersContext.Provider value={toolRenderers}>
              <SlotComponentsContext.Provider value={components}>
                <ProseContext.Provider value={prose}>{children}</ProseContext.Provider>
              </SlotComponentsContext.Provider>
            </ToolRenderersContext.Provider>
          </FoldContext.Provider>
        </AudienceProvider>
      </Announcer>
    </StringsProvider>
  )
}

/** Props of a transcript that its drawing takes. */
export type DrawnProps = Omit<
  TranscriptProps,
  'messages' | keyof TranscriptActions | Exclude<keyof ContextProps, 'slots'>
>

/** The props of a transcript by who takes them: the contexts, the buttons of its turns, and what draws it. */
export function splitProps(props: TranscriptProps): {
  contexts: ContextProps
  actions: TranscriptActions
  rest: DrawnProps
} {
  const {
    messages: _,
    strings,
    locale,
    audience,
    folds,
    toolRenderers,
    headingOffset,
    langOf,
    markdown,
    ...rest
  } = props
  const actions: TranscriptActions = {}
  for (const name of actionNames) {
    actions[name] = rest[name]
    delete rest[name]
  }
  const { slots } = rest
  const contexts = { strings, locale, audience, folds, toolRenderers, slots, headingOffset, langOf, markdown }
  return { contexts, actions, rest }
}

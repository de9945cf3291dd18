import { resolveBaseUrl } from '@antiphon/core/request'
import { Button, ErrorCard } from '@antiphon/ui'
import { ModelMenu } from '@antiphon/shell'
import { useState, type FocusEvent, type KeyboardEvent } from 'react'
import { AddressField } from './address-field.js'
import { CheckSection, ConnectionTest } from './connection-test.js'
import { presetName, searchPresets, type Preset } from './presets.js'
import { Field } from 'app-parts'
import { KeyField } from './key-field.js'
import { ServerGrid } from './server-grid.js'
import { endpointName } from './settings.js'
import { Step } from './step.js'
import type { Connection } from './use-connection.js'
import { words } from '../words/words.js'

export interface ConnectionStepsProps {
  /** Begins the ids of the fields. */
  id: string
  connection: Connection
}

/** Server, key and model, one after the other. A step that is done is one line, with the way to change it. */
export function ConnectionSteps({ id, connection }: ConnectionStepsProps) {
  const { draft, set, problem, addressProblem, key, isFree, models } = connection
  const { isChoosing, asked, auto, marks, said } = connection
  // A text is a part of a name as long as some server has it in its name.
  const [search, setSearch] = useState('')
  const choose = (preset: Preset): void => {
    setSearch('')
    connection.choose(preset)
  }
  const type = (typed: string): void => {
    const isName = typed.trim() !== '' && searchPresets(typed).length > 0
    setSearch(isName ? typed : '')
    connection.changeAddress(isName ? '' : typed)
  }
  const noModel = { id: 'first', label: words.settings.firstModel, run: () => set({ model: '' }) }
  const server = endpointName({ name: '', baseUrl: draft.baseUrl })
  const again = (
    <Button variant="small" onClick={connection.ask}>
      {words.settings.checkAgain}
    </Button>
  )
  /** The step of the server closes when the focus leaves it, or a new address. A click is handled first, so that it hits its target. */
  const leaveServers = ({ currentTarget, target, relatedTarget }: FocusEvent): void => {
    const isTyped = target instanceof HTMLInputElement && connection.commit()
    const isInside = currentTarget.contains(relatedTarget)
    if (isInside && !isTyped) return
    const close = (): void => connection.closeServers(isInside)
    if (!document.querySelector(':active')) return close()
    // A press in the step may choose another server.
    if (!isInside) addEventListener('pointerup', () => setTimeout(close), { once: true })
  }
  /** Enter checks what was not checked; it saves only what was. */
  const enter = (event: KeyboardEvent): void => {
    const { key: pressed, target } = event
    if (pressed !== 'Enter' || event.defaultPrevented) return
    if (!(target instanceof HTMLInputElement) || target.type === 'radio') return
    const [found] = search ? searchPresets(search) : []
    if (found) {
      event.preventDefault()
      return choose(found)
    }
    if (problem) return
    if (connection.commit() || !connection.isChecked) event.preventDefault()
    if (target.type === 'url') connection.closeServers(true)
  }
  return (
    <div role="presentation" className="flex flex-col" onKeyDown={enter}>
      {isChoosing || problem ? (
        <Step number={1} title={words.settings.where} state="open">
          <div role="presentation" className="flex flex-col gap-3" onBlur={leaveServers}>
            <AddressField
              id={`${id}-baseUrl`}
              label={words.settings.search(searchPresets('').length)}
              hint={words.settings.baseUrlHint}
              problem={search && !connection.tried ? undefined : addressProblem}
              value={search || draft.baseUrl}
              onChange={type}
            />
            <ServerGrid baseUrl={draft.baseUrl} search={search} onChoose={choose} />
          </div>
        </Step>
      ) : (
        <Step
          number={1}
          title={presetName(draft.baseUrl) ?? server}
          detail={presetName(draft.baseUrl) && new URL(resolveBaseUrl(draft.baseUrl)).host}
          state={marks.server}
          aside={
            <>
              {marks.server === 'failed' && again}{' '}
              <Button
                variant="small"
                aria-label={words.settings.changeServer}
                onClick={connection.showServers}
              >
                {words.settings.change}
              </Button>
            </>
          }
        >
          {marks.server === 'failed' && <ErrorCard error={said!.error!} />}
        </Step>
      )}
      <Step
        number={2}
        title={isFree ? words.settings.noKeyNeeded : words.settings.key}
        state={marks.key}
        aside={
          isFree ? (
            <Button variant="small" onClick={connection.addKey}>
              {words.settings.addKey}
            </Button>
          ) : (
            marks.key === 'failed' && again
          )
        }
      >
        {!isFree && (
          <KeyField
            {...key}
            id={`${id}-key`}
            place={draft.keyPlace}
            onCommit={connection.commit}
            onPlaceChange={(keyPlace) => set({ keyPlace })}
          />
        )}
      </Step>
      <Step number={3} title={words.settings.model} state={marks.model}>
        <Field id={`${id}-model`} label={words.settings.model} isNamed hint={words.settings.modelHint}>
          {(props) => (
            <ModelMenu
              field={{ id: props.id, describedBy: props['aria-describedby'] }}
              value={draft.model}
              models={models}
              onChange={(model) => set({ model })}
              actions={draft.model ? [noModel] : []}
            />
          )}
        </Field>
        <ConnectionTest
          baseUrl={draft.baseUrl}
          problem={problem}
          version={`${draft.id} ${asked}`}
          endpoint={connection.endpoint}
          model={draft.model}
          onTested={connection.tested}
          onFound={connection.goTo}
        />
        {/* A server or a key that failed is checked again in its own step. */}
        {marks.server !== 'failed' && marks.key !== 'failed' && (
          <CheckSection
            baseUrl={draft.baseUrl}
            model={draft.model}
            problem={problem}
            endpoint={connection.endpoint}
            onFound={connection.goTo}
            onAnswered={connection.answered}
            onLearned={connection.readLearned}
            auto={auto}
          />
        )}
      </Step>
    </div>
  )
}

import type { ChatErrorKind } from '@antiphon/core'
import { resolveBaseUrl } from '@antiphon/core/wire'
import { Button, StringsProvider } from '@antiphon/ui'
import { ModelMenu } from '@antiphon/shell'
import { useState } from 'react'
import { AddressField } from './address-field.js'
import { CheckSection, ConnectionTest } from './connection-test.js'
import { presetName } from './endpoints.js'
import { Field } from './fields.js'
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

/** The field of the key is above what failed here. */
const errorWords = { error: { auth: words.settings.errorAuth } }

/** Server, key and model, one after the other. A step that is done is one line, with the way to change it. */
export function ConnectionSteps({ id, connection }: ConnectionStepsProps) {
  const { draft, set, problem, addressProblem, key, isFree, models } = connection
  const { isReached, isChoosing, asked, auto } = connection
  const [listed, setListed] = useState<{ baseUrl: string; failure: ChatErrorKind | undefined }>()
  const noModel = { id: 'first', label: words.settings.firstModel, run: () => set({ model: '' }) }
  const server = endpointName({ name: '', baseUrl: draft.baseUrl })
  return (
    <div className="flex flex-col">
      {isChoosing || problem ? (
        <Step number={1} title={words.settings.where} state="open">
          <ServerGrid baseUrl={draft.baseUrl} onChoose={connection.choose} />
          <AddressField
            id={`${id}-baseUrl`}
            label={words.settings.baseUrl}
            hint={words.settings.baseUrlHint}
            problem={addressProblem}
            value={draft.baseUrl}
            onChange={connection.changeAddress}
            onCommit={connection.commit}
          />
        </Step>
      ) : (
        <Step
          number={1}
          title={presetName(draft.baseUrl) ?? server}
          detail={server === draft.baseUrl ? undefined : new URL(resolveBaseUrl(draft.baseUrl)).host}
          state={isReached === false ? 'failed' : 'done'}
          aside={
            <Button variant="small" aria-label={words.settings.changeServer} onClick={connection.showServers}>
              {words.settings.change}
            </Button>
          }
        />
      )}
      <Step
        number={2}
        title={isFree ? words.settings.noKeyNeeded : words.settings.key}
        state={problem ? 'todo' : isFree || key.kept || key.typed ? 'done' : 'open'}
        aside={
          isFree && (
            <Button variant="small" onClick={connection.addKey}>
              {words.settings.addKey}
            </Button>
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
      <Step number={3} title={words.settings.model} state={problem ? 'todo' : isReached ? 'done' : 'open'}>
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
        <StringsProvider strings={errorWords}>
          <ConnectionTest
            baseUrl={draft.baseUrl}
            problem={problem}
            version={`${draft.id} ${asked}`}
            endpoint={connection.endpoint}
            model={draft.model}
            onTested={connection.tested}
            onFound={connection.goTo}
            saidBelow={listed?.baseUrl === draft.baseUrl ? listed.failure : undefined}
          />
          <CheckSection
            baseUrl={draft.baseUrl}
            model={draft.model}
            problem={problem}
            endpoint={connection.endpoint}
            onFound={connection.goTo}
            onListed={(baseUrl, failure) => setListed({ baseUrl, failure })}
            onLearned={connection.readLearned}
            auto={auto}
          />
        </StringsProvider>
      </Step>
    </div>
  )
}

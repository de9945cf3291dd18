import { randomId } from '@antiphon/core'
import { Button } from '@antiphon/ui'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { AddressField } from '../settings/address-field.js'
import { Field, inputClass } from 'app-parts'
import { KeyField } from '../settings/key-field.js'
import { readHeaders, toHeaderText } from '../settings/settings-draft.js'
import type { KeyPlace } from '../settings/settings.js'
import { words } from '../words/words.js'
import { saveServer, serverKey, storedServers, toolPrefix } from './stored-servers.js'
import type { McpServer } from './mcp-server.js'

export interface ServerFormProps {
  /** Absent: a new one. */
  server?: McpServer
  onTyped: (isTyped: boolean) => void
  onDone: () => void
}

const said = words.mcp

/** The fields of one server. The key is never put into its field: what is typed replaces the one that is kept. */
export function ServerForm({ server, onTyped, onDone }: ServerFormProps) {
  const id = useId()
  const [url, setUrl] = useState(server?.url ?? '')
  const [name, setName] = useState(server?.name ?? '')
  const [headers, setHeaders] = useState(toHeaderText(server?.headers))
  const [keyPlace, setKeyPlace] = useState<KeyPlace>(server?.keyPlace ?? 'memory')
  const [keyTyped, setKeyTyped] = useState(false)
  const [forget, setForget] = useState(false)
  const [tried, setTried] = useState(false)
  const form = useRef<HTMLDivElement>(null)
  const key = useRef<HTMLInputElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  const address = url.trim()
  const wrongUrl = checkAddress(address)
  const read = readHeaders(headers)
  const isTaken =
    wrongUrl === undefined &&
    storedServers
      .get()
      .some(
        (one) => one.id !== server?.id && toolPrefix(one) === toolPrefix({ name: name.trim(), url: address }),
      )
  const kept = server && !forget ? serverKey({ ...server, url: wrongUrl ? server.url : address }) : undefined

  const save = (): void => {
    setTried(true)
    if (wrongUrl || read.problem || isTaken) {
      setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    const next: McpServer = {
      id: server?.id ?? randomId(),
      name: name.trim(),
      url: new URL(address).href,
      ...(read.value && { headers: read.value }),
      keyPlace,
      isOn: server?.isOn ?? true,
    }
    saveServer(next, key.current?.value.trim() || kept)
    onDone()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    // The sheet around it is a form of its own.
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    if (!event.nativeEvent.isComposing) save()
  }
  const typed =
    <Value,>(set: (value: Value) => void) =>
    (value: Value): void => {
      set(value)
      onTyped(true)
    }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Enter in its fields, which are the widgets
    <div
      ref={form}
      role="group"
      aria-label={server ? said.edit : said.add}
      className="flex flex-col gap-4 rounded-block border border-edge p-3"
      onKeyDown={onKeyDown}
    >
      <AddressField
        id={`${id}-url`}
        label={said.address}
        hint={said.addressHint}
        problem={tried ? wrongUrl : undefined}
        value={url}
        onChange={typed(setUrl)}
      />
      <Field
        id={`${id}-name`}
        label={said.name}
        hint={said.nameHint}
        problem={isTaken ? said.nameTaken : undefined}
      >
        {(props) => (
          <input
            {...props}
            autoComplete="off"
            className={inputClass}
            value={name}
            onChange={(event) => typed(setName)(event.target.value)}
          />
        )}
      </Field>
      <KeyField
        id={`${id}-key`}
        input={key}
        kept={kept !== undefined}
        typed={keyTyped}
        problem={undefined}
        place={keyPlace}
        onTyped={typed(setKeyTyped)}
        onForget={() => {
          setForget(true)
          onTyped(true)
        }}
        onPlaceChange={typed(setKeyPlace)}
        onCommit={() => {}}
      />
      <details open={headers !== '' || undefined}>
        <summary className="cursor-pointer text-row text-text-2">{said.more}</summary>
        <div className="mt-3">
          <Field id={`${id}-headers`} label={said.headers} hint={said.headersHint} problem={read.problem}>
            {(props) => (
              <textarea
                {...props}
                rows={2}
                spellCheck={false}
                autoComplete="off"
                className={`${inputClass} field-sizing-content h-auto min-h-9 py-1.5 font-mono`}
                value={headers}
                onChange={(event) => typed(setHeaders)(event.target.value)}
              />
            )}
          </Field>
        </div>
      </details>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onClick={save}>
          {said.save}
        </Button>
        <Button onClick={onDone}>{said.cancel}</Button>
      </div>
    </div>
  )
}

function checkAddress(address: string): string | undefined {
  if (address === '') return said.enterAddress
  if (!URL.canParse(address)) return said.noAddress
  const { protocol, username, password } = new URL(address)
  if (protocol !== 'https:' && protocol !== 'http:') return said.noAddress
  return username || password ? said.noPassword : undefined
}

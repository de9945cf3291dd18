import { findLocalEndpoints, type LocalEndpoint } from '@antiphon/providers'
import { Button, Icon } from '@antiphon/ui'
import { useQuery } from '@tanstack/react-query'
import { Children, useId, useState, type ReactNode } from 'react'
import { fits, localPresets, presetDetail, presetGroups, type Preset } from './presets.js'
import { offerQuery } from './proxies.js'
import { words } from '../words/words.js'

const said = words.settings.servers

/** Hosted servers that are shown at first. */
const FIRST = 8

export interface ServerGridProps {
  /** The address in the form: its card is the pressed one. */
  baseUrl: string
  /** A part of a name: the servers that have it are shown. */
  search: string
  onChoose: (preset: Preset) => void
}

/** Whether this page is served from this machine. Then the browser does not ask for permission to reach local ports. */
const isHere = /^(?:localhost|127\.|\[::1\]|.*\.localhost$)/.test(location.hostname)

/** Servers to choose from: those found on this machine, this app's own and its proxies, hosted ones. */
export function ServerGrid({ baseUrl, search, onChoose }: ServerGridProps) {
  const { data: { proxies } = {} } = useQuery(offerQuery())
  const [isAsked, setAsked] = useState(false)
  const local = useQuery({
    queryKey: ['local servers'],
    queryFn: ({ signal }) => findLocalEndpoints({ pageOrigin: location.origin, signal }),
    // With a proxy, its configuration decides where requests may go.
    enabled: isAsked || (isHere && proxies?.length === 0),
    staleTime: 10_000,
  })
  const [all, setAll] = useState(false)
  const showsAll = all || search !== ''
  const [own, byProxy, hosted] = presetGroups(proxies ?? [], search)
  const found = (local.data ?? []).filter((one) => fits(presetOf(one), search))
  const silent = localPresets.filter(
    (preset) => fits(preset, search) && !local.data?.some((one) => one.baseUrl === preset.baseUrl),
  )
  const hidden = showsAll ? [] : [...hosted.slice(FIRST), ...(local.data ? silent : [])]
  const card = (preset: Preset, detail: string, dot?: 'works' | 'refuses') => (
    <ServerCard
      key={preset.id}
      label={preset.label}
      detail={detail}
      dot={dot}
      isChosen={preset.baseUrl === baseUrl}
      onPress={() => onChoose(preset)}
    />
  )
  return (
    <div className="flex flex-col gap-4">
      <Group title={said.app}>
        {own.map((preset) => card(preset, said.own))}
        {byProxy.map((preset) => card(preset, said.byProxy))}
      </Group>
      <Group
        title={said.machine}
        note={
          search === '' &&
          (local.isFetching
            ? said.looking
            : local.data && (found.length > 0 ? said.found(found.length) : said.none))
        }
        aside={
          search === '' && (
            <Button
              variant="small"
              aria-disabled={local.isFetching || undefined}
              onClick={() => (local.data ? void local.refetch() : setAsked(true))}
            >
              {local.data ? said.lookAgain : said.look}
            </Button>
          )
        }
      >
        {found.map((one) => card(presetOf(one), foundWords(one), one.models ? 'works' : 'refuses'))}
        {(showsAll || !local.data) &&
          silent.map((preset) => card(preset, local.data ? said.notRunning : presetDetail(preset)))}
      </Group>
      <Group title={said.hosted} note={said.needsKey} isKnown>
        {hosted.slice(0, showsAll ? undefined : FIRST).map((preset) => card(preset, presetDetail(preset)))}
        {hidden.length > 0 && (
          <ServerCard
            label={said.more(hidden.length)}
            detail={hidden.map(({ label }) => label).join(', ')}
            onPress={() => setAll(true)}
          />
        )}
      </Group>
    </div>
  )
}

const presetOf = ({ profile, name, baseUrl }: LocalEndpoint): Preset => ({
  id: profile,
  label: name,
  baseUrl,
  model: '',
})

function foundWords({ models, baseUrl }: LocalEndpoint): string {
  const { port } = new URL(baseUrl)
  return models ? said.works(models.length, port) : said.refuses(port)
}

interface GroupProps {
  title: string
  note?: ReactNode
  aside?: ReactNode
  /** The names say it all on a phone, two in a line. */
  isKnown?: boolean
  children: ReactNode
}

function Group({ title, note, aside, isKnown, children }: GroupProps) {
  const id = useId()
  if (Children.toArray(children).length === 0 && !aside) return null
  return (
    <div role="group" aria-labelledby={id} className="flex flex-col gap-2">
      <div className="flex min-h-7 items-center gap-2 text-data">
        <h4 id={id} className="font-title whitespace-nowrap text-text-2">
          {title}
        </h4>
        <output className="text-text-3">{note}</output>
        {aside && <span className="ms-auto">{aside}</span>}
      </div>
      <div
        className={`grid gap-2 empty:hidden min-[480px]:grid-cols-2 sm:grid-cols-3 ${isKnown ? 'min-[360px]:grid-cols-2 max-[479px]:[&_small]:hidden' : ''}`}
      >
        {children}
      </div>
    </div>
  )
}

interface ServerCardProps {
  label: string
  detail: string
  /** It answers: with its models, or not to this page. */
  dot?: 'works' | 'refuses'
  isChosen?: boolean
  onPress: () => void
}

function ServerCard({ label, detail, dot, isChosen, onPress }: ServerCardProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      className="flex min-h-[52px] min-w-0 items-center gap-2.5 rounded-block border border-edge px-2.5 py-1.5 text-start hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft"
      onClick={onPress}
    >
      {dot && (
        <span
          aria-hidden="true"
          className={`size-2 flex-none rounded-full ${dot === 'works' ? 'bg-success' : 'bg-warn'}`}
        />
      )}
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate text-row font-title">{label}</span>
        <small title={detail} className="truncate text-data text-text-2">
          {detail}
        </small>
      </span>
      {isChosen && <Icon name="done" className="flex-none text-accent" />}
    </button>
  )
}

import { type Healing, apiOf } from '@antiphon/core/provider'
import { describeEndpoint, listProfiles } from '@antiphon/providers'
import { Button } from '@antiphon/ui'
import { inputClass, Select, Field } from 'app-parts'
import { englishProfile as said } from '../words/english-profile.js'

export interface ProfileSectionProps {
  id: string
  baseUrl: string
  /** The chosen wire; empty for the one that the address has. */
  api: string
  onApiChange: (api: string) => void
  /** Id of the chosen profile; empty for the one that the address has. */
  profile: string
  onProfileChange: (id: string) => void
  /** The person's changes to the profile, as JSON. */
  changes: string
  problem: string | undefined
  onChangesChange: (text: string) => void
  /** Parameters that the server refused or demanded, and the changes that were made because of it. */
  learned: readonly Healing[]
  onForget: () => void
}

const profileNames = Object.fromEntries(listProfiles().map(({ id, name }) => [id, name]))

/** The wire and the profile that requests follow, what was learned from the server, and the person's own changes. */
export function ProfileSection(props: ProfileSectionProps) {
  const { id, baseUrl, api, onApiChange, profile, onProfileChange } = props
  const { changes, problem, onChangesChange, learned, onForget } = props
  const found = describeEndpoint(baseUrl)
  const used = listProfiles().find((one) => one.id === profile) ?? found

  return (
    <div className="flex flex-col gap-4">
      <Field id={`${id}-api`} label={said.api} hint={said.apiHint}>
        {(field) => (
          <Select
            {...field}
            placeholder={said.automatic(said.apis[apiOf({ baseUrl })])}
            options={said.apis}
            value={api}
            onChange={onApiChange}
          />
        )}
      </Field>
      <Field id={id} label={said.profile} hint={used.browserHint ?? said.profileHint}>
        {(field) => (
          <Select
            {...field}
            placeholder={said.automatic(found.name)}
            options={profileNames}
            value={profile}
            onChange={onProfileChange}
          />
        )}
      </Field>
      <Learned learned={learned} onForget={onForget} />
      <Field id={`${id}-changes`} label={said.changes} hint={said.changesHint} problem={problem}>
        {(field) => (
          <textarea
            {...field}
            rows={2}
            spellCheck={false}
            autoComplete="off"
            className={`${inputClass} h-auto min-h-9 py-1.5 font-mono field-sizing-content`}
            value={changes}
            onChange={(event) => onChangesChange(event.target.value)}
          />
        )}
      </Field>
    </div>
  )
}

function Learned({ learned, onForget }: Pick<ProfileSectionProps, 'learned' | 'onForget'>) {
  if (learned.length === 0) return null
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-3">
        <h4 className="text-row font-title">{said.learned}</h4>
        <Button onClick={onForget}>{said.forget}</Button>
      </div>
      <ul className="m-0 flex list-none flex-col gap-1 p-0 text-data text-text-2">
        {learned.map(({ field, change, said: heard }) => (
          <li key={field}>
            <code>{field}</code>, {change}. <span className="text-text-3">{said.serverSaid(heard)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

import { type Healing, type SettingsOverride, apiOf, resolveProvider } from '@antiphon/core/provider'
import { describeEndpoint, listProfiles } from '@antiphon/providers'
import { Button } from '@antiphon/ui'
import { inputClass, Select, Field } from 'app-parts'
import { apis, type ProfileField, settingText, type OverrideTexts, profileGroups } from './profile-fields.js'
import { englishProfile } from '../words/english-profile.js'

const said = englishProfile

interface OverrideFieldProps {
  id: string
  field: ProfileField
  /** The profile's value, as text. */
  inherited: string
  /** The changed value; undefined for a field that follows the profile. */
  text: string | undefined
  problem?: string
  onChange: (text: string | undefined) => void
}

/** One setting: its current value, marked when the user changed it, and a button that returns to the profile's value. */
function OverrideField({ id, field, inherited, text, problem, onChange }: OverrideFieldProps) {
  const describedBy = field.hint || problem ? `${id}-hint` : undefined
  const shared = {
    id,
    'aria-describedby': describedBy,
    'aria-invalid': problem ? (true as const) : undefined,
  }
  const options: Readonly<Record<string, string>> | undefined =
    field.kind === 'choice'
      ? field.options
      : field.kind === 'flag'
        ? { true: said.yes, false: said.no }
        : undefined

  return (
    <div data-overridden={text === undefined ? undefined : ''} className="flex flex-col gap-1">
      <label htmlFor={id} className="text-row">
        {field.label}
        {text !== undefined && <span className="text-accent">{said.yours}</span>}
      </label>
      <div className="flex gap-2">
        {options ? (
          <Select
            {...shared}
            placeholder={said.profileSays(options[inherited] ?? (inherited || said.nothing))}
            options={options}
            value={text ?? ''}
            onChange={(value) => onChange(value || undefined)}
          />
        ) : (
          <input
            {...shared}
            className={inputClass}
            type="text"
            autoComplete="off"
            spellCheck={false}
            placeholder={inherited || said.nothingSet}
            value={text ?? ''}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
        {!options && text !== undefined && (
          <Button
            className="flex-none"
            aria-label={said.resetField(field.label)}
            onClick={() => onChange(undefined)}
          >
            {said.reset}
          </Button>
        )}
      </div>
      {describedBy && (
        <p id={describedBy} className="text-data text-text-2">
          {problem && <span className="block text-danger">{problem}</span>}
          {field.hint}
        </p>
      )}
    </div>
  )
}

export interface ProfileSectionProps {
  id: string
  baseUrl: string
  model: string
  /** The chosen wire; empty for the one that the address has. */
  api: string
  onApiChange: (api: string) => void
  /** Id of the chosen profile; empty for the one that the address has. */
  profile: string
  onProfileChange: (id: string) => void
  texts: OverrideTexts
  problems: Readonly<Record<string, string>>
  onTextsChange: (texts: OverrideTexts) => void
  /** Parameters that the server refused or demanded, and the changes that were made because of it. */
  learned: readonly Healing[]
  onForget: () => void
}

const profileNames = Object.fromEntries(listProfiles().map(({ id, name }) => [id, name]))

/** The wire and the profile that requests follow, what was learned from the server, and every field of it to change. */
export function ProfileSection(props: ProfileSectionProps) {
  const { id, baseUrl, model, api, onApiChange, profile, onProfileChange } = props
  const { texts, problems, onTextsChange, learned, onForget } = props
  const found = describeEndpoint(baseUrl)
  const used = listProfiles().find((one) => one.id === profile) ?? found
  const inherited = inheritedSettings(baseUrl, used.id, model, learned)
  const own = Object.keys(texts).length

  const change = (path: string, text: string | undefined): void => {
    const { [path]: _, ...rest } = texts
    onTextsChange(text === undefined ? rest : { ...rest, [path]: text })
  }

  return (
    <div className="flex flex-col gap-4">
      <Field id={`${id}-api`} label={said.api} hint={said.apiHint}>
        {(field) => (
          <Select
            {...field}
            placeholder={said.automatic(apis[apiOf({ baseUrl })])}
            options={apis}
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
      <details open={Object.keys(problems).length > 0 || undefined}>
        <summary className="cursor-pointer text-row text-text-2">{said.every(own)}</summary>
        <div className="mt-3 flex flex-col gap-5">
          {profileGroups.map(({ title, fields }) => (
            <fieldset key={title} className="m-0 grid min-w-0 gap-3 border-0 p-0 sm:grid-cols-2">
              <legend className="mb-2 p-0 text-data font-title text-text-2">{title}</legend>
              {fields.map(([path, field]) => (
                <OverrideField
                  key={path}
                  id={`${id}-${path.replaceAll('.', '-')}`}
                  field={field}
                  inherited={settingText(inherited, path)}
                  text={texts[path]}
                  problem={problems[path]}
                  onChange={(text) => change(path, text)}
                />
              ))}
            </fieldset>
          ))}
        </div>
      </details>
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
            <code>{field}</code>, {change}.{' '}
            <span className="text-text-3">{englishProfile.serverSaid(heard)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The settings without the user's changes. */
function inheritedSettings(
  baseUrl: string,
  profile: string,
  model: string,
  learned: readonly Healing[],
): ReturnType<typeof resolveProvider>['settings'] {
  const layers: SettingsOverride[] = learned.map(({ settings }) => settings)
  return resolveProvider({ baseUrl, profile }, model, layers).settings
}

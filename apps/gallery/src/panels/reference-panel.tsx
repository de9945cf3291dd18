import { useEffect, useState } from 'react'
import * as React from 'react'
import { addons, useStorybookApi } from 'storybook/manager-api'
import { guideHref, sourceHref } from '../links.js'
import type { FolderReference, ComponentReference } from '../reference/read-reference.js'
import { GIVE, GIVEN } from '../scrub/events.js'
import type { RecordedStream } from '../scrub/streams.js'
import { cell, code, head, link, page, quiet } from './panel-styles.js'

export interface Given {
  reference: Record<string, FolderReference>
  streams: RecordedStream[]
}

/** Returns the data that only the page of the stories has, and not the frame around it. Undefined until that page is loaded. */
export function useGiven(): Given | undefined {
  const [given, setGiven] = useState<Given>()
  useEffect(() => {
    const channel = addons.getChannel()
    channel.on(GIVEN, setGiven)
    channel.emit(GIVE)
    return () => channel.off(GIVEN, setGiven)
  }, [])
  return given
}

// The gallery's frame is built with the classic JSX transform, which wants this name.

/** Shows the props, slots, data attributes and keys of the story's components, read from their source. */
export function ReferencePanel(): React.ReactNode {
  const api = useStorybookApi()
  const story = api.getCurrentStoryData() as { importPath?: string } | undefined
  const given = useGiven()
  const folder = story?.importPath?.split('/').at(-2)
  const reference = folder ? given?.reference[folder] : undefined
  // Pages of the gallery itself are not states of a component.
  const links = story?.importPath?.includes('/packages/') ? <Links importPath={story.importPath} /> : null
  if (!reference) return links && <div style={page}>{links}</div>
  const exported = reference.components.filter(({ from }) => from)
  const inner = reference.components.filter(({ from }) => !from)
  return (
    <div style={page}>
      {links}
      {exported.map((component) => (
        <Component key={component.name} component={component} />
      ))}
      <List title="Slots" words={reference.slots.map((slot) => `data-slot="${slot}"`)} />
      <List
        title="Data attributes"
        words={Object.entries(reference.attributes).map(([name, values]) =>
          values.length > 0 ? `${name}: ${values.join(', ')}` : name,
        )}
      />
      <List title="Keyboard" words={reference.keys} />
      {inner.length > 0 && <List title="Inner parts" words={inner.map(({ name }) => name)} />}
    </div>
  )
}

/** Links to the source of the state and to its guide. */
function Links({ importPath }: { importPath: string }) {
  const guide = guideHref(importPath)
  return (
    <p style={quiet}>
      <a href={sourceHref(importPath)} style={link} target="_blank" rel="noreferrer">
        Source of this state
      </a>
      {guide && (
        <>
          {' · '}
          <a href={guide} style={link} target="_blank" rel="noreferrer">
            Guide
          </a>
        </>
      )}
    </p>
  )
}

function Component({ component }: { component: ComponentReference }) {
  const { name, from, about, props } = component
  return (
    <section>
      <h2 style={head}>{name}</h2>
      <p style={quiet}>
        <code style={code}>{`import { ${name} } from '${from}'`}</code>
      </p>
      {about && <p>{about}</p>}
      <table style={{ width: '100%', borderCollapse: 'collapse' }}>
        <thead>
          <tr>
            {['Prop', 'Type', 'Description'].map((title) => (
              <th key={title} style={cell}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.map((prop) => (
            <tr key={prop.name}>
              <td style={cell}>
                <code style={code}>{prop.optional ? `${prop.name}?` : prop.name}</code>
              </td>
              <td style={cell}>
                <code style={code}>{prop.type}</code>
              </td>
              <td style={cell}>{prop.about}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {component.extends.map((type) => (
        <p key={type} style={quiet}>
          and all of <code style={code}>{type}</code>
        </p>
      ))}
    </section>
  )
}

function List({ title, words }: { title: string; words: readonly string[] }) {
  return (
    <section>
      <h2 style={head}>{title}</h2>
      {words.length === 0 && <p style={quiet}>None.</p>}
      <ul style={{ margin: 0, paddingInlineStart: 20 }}>
        {words.map((word) => (
          <li key={word}>
            <code style={code}>{word}</code>
          </li>
        ))}
      </ul>
    </section>
  )
}

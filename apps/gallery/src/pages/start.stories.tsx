import { stories } from '../stories.js'

/** The pictures that the visual test holds, by the id of their state. */
const pictures = import.meta.glob<string>('../../../../test/visual/references/*.png', {
  eager: true,
  query: '?url',
  import: 'default',
})

export default { title: 'Start here' }

/** The states that say most of the kit, with the words below their picture. */
const shelf: readonly [id: string, words: string][] = [
  ['screens--checkout-latency', 'Transcript'],
  ['tools-group--every-state', 'Calls side by side'],
  ['tools-approval--destructive', 'Approval'],
  ['tools-call--table-result', 'Result as a table'],
  ['tools-call--running-with-progress', 'Progress'],
  ['reasoning--stopped', 'Reasoning'],
  ['errors--network-or-cors', 'Error'],
  ['turn--truncated', 'Ending'],
  ['content--markdown-kitchen-sink', 'Markdown'],
  ['composer--streaming-with-queue', 'Composer'],
  ['user--attachments', 'Attachments'],
  ['screens--any-array', 'Any array'],
]

function pictureOf(id: string): string | undefined {
  const files = Object.keys(pictures).filter((file) => file.split('/').at(-1)!.startsWith(`${id}.`))
  // A light one of full width where there is one: its name is the shortest.
  const [file] = files.sort((one, other) => one.length - other.length)
  return file && pictures[file]
}

/** Groups of states, with what a reviewer finds there. */
const groups: readonly [group: string, what: string][] = [
  ['Screens', 'Whole conversations: everything at once, German, empty, right to left'],
  ['Turn', 'Every way an answer can wait, stream and end'],
  ['Reasoning', 'Thoughts in each state'],
  ['Tools', 'Calls, groups, approvals, results and steps'],
  ['Errors', 'Every class of error, with what to do next'],
  ['Notices', 'System prompts, requests that were adapted or continued'],
  ['Content', 'Markdown whole and half-written, scripts of the world'],
  ['User', 'Messages of a person, editing, attachments'],
  ['Composer', 'The message box in each state'],
  ['Threads', 'Lists, long threads, branches'],
  ['Page', 'Paper, forced colours, motion, zoom'],
  ['Wire', 'The inspector'],
  ['App', 'What stands around a chat: menus, palette, settings, find, prompts, prices'],
  ['Controls', 'Small parts'],
]

const inGroup = (group: string) => stories.filter(({ title }) => title.split('/')[0] === group)

/** The components of a group, with a state of each to begin at. */
function titlesOf(members: ReturnType<typeof inGroup>) {
  const titles = [...new Set(members.map(({ title }) => title))]
  return titles.map((title) => {
    const own = members.filter((story) => story.title === title)
    return { title, id: own[0]!.id, count: own.length }
  })
}

function StartPage() {
  return (
    <main className="gallery-page">
      <h1>Every state of every component</h1>
      <p>
        {stories.length} states of the kit, drawn by the code that is published. Choose one at the left, or a
        group here. Whatever you look at has an address that can be sent to others.
      </p>
      <ul className="gallery-shelf">
        {shelf.map(([id, words]) => (
          <li key={id}>
            <a href={`./?path=/story/${id}`} target="_top">
              <span>
                <img src={pictureOf(id)} alt="" />
              </span>
              {words}
            </a>
          </li>
        ))}
      </ul>
      <h2>What is where</h2>
      <p>A group begins at its first state; a component shows all of its states at once.</p>
      <table>
        <tbody>
          {groups.map(([group, what]) => {
            const members = inGroup(group)
            const [first] = members
            if (!first) return null
            return (
              <tr key={group}>
                <th scope="row">
                  <a href={`./?path=/story/${first.id}`} target="_top">
                    {group}
                  </a>
                </th>
                <td>{what}</td>
                <td>
                  {titlesOf(members).map(({ title, id, count }, at) => (
                    <span key={title}>
                      {at > 0 && ' · '}
                      <a href={`./?path=/story/${id}&globals=view:all`} target="_top">
                        {title.split('/').at(-1)} ({count})
                      </a>
                    </span>
                  ))}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <h2>How to review</h2>
      <ul>
        <li>
          <b>All states</b> in the toolbar lays the states of a component on one sheet, with theme and density
          at its top; <b>Side by side</b> draws light and dark beside each other:{' '}
          <a href="./?path=/story/turn--cancelled&globals=view:all;theme:both" target="_top">
            all endings, twice
          </a>
          .
        </li>
        <li>
          <b>Viewport</b> has a phone of 390 px and a side panel of 320 px. Density and direction are beside
          it.
        </li>
        <li>
          <b>Accessibility</b> below a state is axe, live.
        </li>
        <li>
          <a href="./?path=/story/playground--button" target="_top">
            Playground
          </a>{' '}
          has components with their props as controls.
        </li>
      </ul>
    </main>
  )
}

export const WhatIsWhere = {
  name: 'What is where',
  parameters: { screen: true },
  render: () => <StartPage />,
}

import kit from '@antiphon/ui/package.json' with { type: 'json' }
import { words } from '../words/words.js'

const said = words.shell.about

/** Label, address and a word about each place of the kit. */
export const links = [
  [said.docs, 'https://github.com/antiphon-kit/antiphon#readme', said.docsDetail],
  [said.source, 'https://github.com/antiphon-kit/antiphon', said.sourceDetail],
  [said.packages, 'https://www.npmjs.com/package/@antiphon/ui', said.packagesDetail],
  [said.report, 'https://github.com/antiphon-kit/antiphon/issues', said.reportDetail],
] as const

/** Describes the app, with its version and links to its source and documentation. */
export function About() {
  return (
    <>
      <h3 className="text-prose font-heading">{said.title}</h3>
      <p className="text-[14px] leading-[21px] text-text-2">{said.text}</p>
      <ul className="flex flex-col">
        {links.map(([label, href, detail]) => (
          <li key={href} className="border-t border-line first:border-t-0">
            <a
              href={href}
              target="_blank"
              rel="noreferrer"
              className="flex min-h-11 items-baseline justify-between gap-4 rounded-button px-1 py-2.5 text-[14px] hover:bg-hover"
            >
              <span className="font-medium text-accent">{label}</span>
              <span className="text-end text-[13px] text-text-3">{detail}</span>
            </a>
          </li>
        ))}
      </ul>
      <p className="text-[13px] text-text-3">{said.version(kit.version)}</p>
    </>
  )
}

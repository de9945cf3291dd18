import { Button, copyText } from '@antiphon/ui'
import { dateLocale, inputClass, Select } from 'app-parts'
import { useEffect, useRef, useState } from 'react'
import { noteClass, usePageReview } from './share-page.js'
import { englishShare as said } from '../words/english-share.js'

/** A link that has not ended. */
interface OpenLink {
  id: string
  /** Epoch ms. */
  expiresAt: number
}

/** The links of a server to pages of one conversation. */
export interface Links {
  create(page: string, seconds: number): Promise<{ url: string }>
  list(): Promise<readonly OpenLink[]>
  remove(id: string): Promise<void>
}

const DAY_S = 86_400

/** Makes links under which anybody reads the conversation as it is now, lists those that are open, and ends them. */
export function LinkSection({ title, links }: { title: string; links: Links }) {
  const [days, setDays] = useState('7')
  const [url, setUrl] = useState('')
  const [isCopied, setCopied] = useState(false)
  const [open, setOpen] = useState<readonly OpenLink[]>([])
  const maker = useRef<HTMLButtonElement>(null)
  const { begin, review, setNote } = usePageReview(title, said.makeLink, async (page) => {
    const made = await links.create(page, Number(days) * DAY_S)
    setUrl(made.url)
    setCopied(false)
    setOpen(await links.list())
    return said.linkMade
  })
  useEffect(() => {
    links.list().then(setOpen, (error: unknown) => setNote((error as Error).message))
  }, [links, setNote])
  const revoke = async ({ id }: OpenLink): Promise<void> => {
    await links.remove(id)
    setOpen(await links.list())
    // The pressed button is gone.
    maker.current?.focus()
    // It may be the one that is shown.
    setUrl('')
    setNote(said.revoked)
  }
  return (
    <>
      <p className={noteClass}>{said.linkText}</p>
      <div className="flex flex-wrap items-center gap-2">
        <Select
          aria-label={said.whenItEnds}
          className="max-w-44"
          options={said.ends}
          value={days}
          onChange={setDays}
        />
        <Button ref={maker} variant="primary" onClick={begin}>
          {said.makeLink}
        </Button>
      </div>
      {review}
      {url !== '' && (
        <div className="flex items-center gap-2">
          <input
            readOnly
            aria-label={said.address}
            value={url}
            className={inputClass}
            onFocus={({ target }) => target.select()}
          />
          <Button variant="small" onClick={() => void copyText(url).then(setCopied)}>
            <span role="status">{isCopied ? said.copied : said.copy}</span>
          </Button>
        </div>
      )}
      {open.length > 0 && (
        <ul aria-label={said.openLinks} className="flex flex-col gap-1">
          {open.map((link) => (
            <li key={link.id} className="flex items-center justify-between gap-2 text-row">
              <span>{said.until(endOf(link))}</span>
              <Button
                variant="small"
                aria-label={said.revokeThis(endOf(link))}
                onClick={() => void revoke(link).catch((error: unknown) => setNote((error as Error).message))}
              >
                {said.revoke}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const endOf = ({ expiresAt }: OpenLink): string =>
  new Date(expiresAt).toLocaleString(dateLocale, { dateStyle: 'long', timeStyle: 'short' })

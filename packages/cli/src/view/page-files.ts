import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'

export interface PageFile {
  type: string
  /** Its name changes with its content. */
  isHashed: boolean
  read(): Promise<Buffer>
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** The files of the page by their paths below it. Nothing else of the disk has a name here. */
export async function pageFiles(folder: string): Promise<Map<string, PageFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map((entry): [string, PageFile] => {
        const path = join(entry.parentPath, entry.name)
        const name = relative(folder, path).split(sep).join('/')
        return [
          name,
          {
            type: types[extname(name)] ?? 'application/octet-stream',
            isHashed: name.startsWith('assets/'),
            read: () => readFile(path),
          },
        ]
      }),
  )
}

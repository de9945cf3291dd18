import { field, isRecord } from '@antiphon/base'
import {
  filesOf,
  putFilesBack,
  StorageError,
  storageProblem,
  takeFilesOut,
  type NodeRecord,
} from '@antiphon/threads'
import type { SendToServer } from './http-send.js'

/** Statuses of servers at an address that they do not have, and 410 where the thread is deleted. */
const NOT_THERE = [400, 405, 410, 415, 501]

/** The files of messages on a server that keeps them beside the threads. */
export interface HttpFiles {
  /** The messages with references to their large files, which are uploaded. Unchanged where the server keeps no files. */
  takeOut(threadId: string, nodes: readonly NodeRecord[]): Promise<readonly NodeRecord[]>
  /** The messages with their files. */
  putBack(threadId: string, nodes: readonly unknown[]): Promise<unknown[]>
  /** Another user may sign in, so nothing is known any more. */
  forget(): void
}

export function createHttpFiles(send: SendToServer, request: typeof fetch): HttpFiles {
  /** False once the server has said that it has no such address. */
  let isOffered = true
  /** Files that the server has, by thread. */
  const known = new Map<string, Set<string>>()
  const knownOf = (threadId: string): Set<string> => {
    const ids = known.get(threadId) ?? new Set()
    known.set(threadId, ids)
    return ids
  }
  /** To the store itself, which is somewhere else and gets none of the headers of the server. */
  const sendAway = async (url: string, init?: RequestInit): Promise<Response> => {
    const response = await request(url, { ...init, credentials: 'omit' }).catch((error: unknown) => {
      throw new StorageError(storageProblem('network', error))
    })
    if (response.ok || response.status === 404) return response
    throw new StorageError(storageProblem('network', `The store of files answered ${response.status}.`))
  }

  const upload = async (path: string, id: string, bytes: Uint8Array<ArrayBuffer>): Promise<boolean> => {
    const asked = await send(path, { method: 'POST', json: { id, bytes: bytes.length } }, NOT_THERE)
    // The file then stays in its message.
    if (!asked.ok) {
      isOffered &&= asked.status === 410
      return false
    }
    const { url, headers: more } = readAddress(await asked.json())
    const init = {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream', ...more },
      body: bytes,
    }
    const stored = url === undefined ? await send(`${path}/${id}`, init) : await sendAway(url, init)
    return stored.ok
  }
  const download = async (path: string): Promise<Uint8Array | undefined> => {
    let response = await send(path)
    if (response.headers.get('content-type')?.startsWith('application/json') && response.ok) {
      const { url } = readAddress(await response.json())
      if (url === undefined) return undefined
      response = await sendAway(url)
    }
    return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined
  }
  const at = (threadId: string): string => `/${encodeURIComponent(threadId)}/files`

  return {
    async takeOut(threadId, nodes) {
      // Browsers hash on https and on this machine. Elsewhere the server takes the files out.
      if (!isOffered || !globalThis.crypto?.subtle) return nodes
      const ids = knownOf(threadId)
      return takeFilesOut(nodes, async (id, bytes) => {
        if (ids.has(id)) return true
        if (!isOffered || !(await upload(at(threadId), id, bytes))) return false
        ids.add(id)
        return true
      })
    },
    putBack(threadId, nodes) {
      for (const { id } of nodes.flatMap(filesOf)) knownOf(threadId).add(id)
      const loading = new Map<string, Promise<Uint8Array | undefined>>()
      return putFilesBack(nodes, (id) => {
        const file = loading.get(id) ?? download(`${at(threadId)}/${id}`)
        loading.set(id, file)
        return file
      })
    },
    forget: () => known.clear(),
  }
}

function readAddress(answer: unknown): { url?: string; headers: Record<string, string> } {
  const url = field(answer, 'url')
  const headers = field(answer, 'headers')
  const texts = isRecord(headers)
    ? Object.entries(headers).filter(([, text]) => typeof text === 'string')
    : []
  return {
    ...(typeof url === 'string' && { url }),
    headers: Object.fromEntries(texts) as Record<string, string>,
  }
}

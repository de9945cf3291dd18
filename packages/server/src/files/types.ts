/** Where a file is uploaded without passing through the chat server. */
export interface WriteAddress {
  url: string
  /** Headers that the upload must have. */
  headers?: Readonly<Record<string, string>>
}

/**
 * Keeps the files of messages. Keys are made by the chat server: the user, the thread and the SHA-256 of the bytes, all in hexadecimal with
 * a slash between. So a file under a key never changes, and no key of one user begins like that of another.
 */
export interface FileStore {
  /** Stores a file, all or nothing, and resolves when it is safe. Storing it again changes nothing. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** The file; undefined when there is none. */
  get(key: string): Promise<Uint8Array<ArrayBuffer> | undefined>
  /** Deletes all files whose keys begin with a prefix that ends with a slash. Without any, it does nothing. */
  deleteAll(prefix: string): Promise<void>
  /**
   * An address for a limited time that takes exactly this file. Absent, as `readAddress` then is too: the bytes pass through the chat
   * server.
   */
  writeAddress?(key: string, file: { bytes: number }): Promise<WriteAddress>
  /** An address for a limited time that answers with the file. */
  readAddress?(key: string): Promise<string>
}

/** The hash that a key ends with. */
export const hashOf = (key: string): string => key.slice(key.lastIndexOf('/') + 1)
